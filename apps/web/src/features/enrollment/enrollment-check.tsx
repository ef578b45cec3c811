import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { useState } from "react";
import { isNetworkError } from "../../lib/api-error.ts";
import { ButtonLink } from "../../kit/links.tsx";
import { Button } from "../../ui/button.tsx";
import { MessageScreen } from "../../kit/shell/message-screen.tsx";

const refused = "Failed to verify enrollment status. Please try again.";
const unreachable = "An error occurred while checking your status. Please try again.";

/** Message for a failed enrollment check, in the specified words. */
export function enrollmentFailure(error: unknown): string {
  return isNetworkError(error) ? unreachable : refused;
}

/** Error screen of the enrollment check: the reason, a retry button and a link to the dashboard. */
export function EnrollmentCheck({ error, reset }: Pick<ErrorComponentProps, "error" | "reset">) {
  const router = useRouter();
  const [busy, setBusy] = useState(false);

  async function retry() {
    setBusy(true);
    await router.invalidate();
    setBusy(false);
    reset();
  }

  return (
    <MessageScreen
      title="Enrollment"
      actions={
        <>
          <ButtonLink to="/dashboard" variant="primary">
            Go to Dashboard
          </ButtonLink>
          <Button busy={busy} onClick={() => void retry()}>
            Try again
          </Button>
        </>
      }
    >
      <span role="alert">{enrollmentFailure(error)}</span>
    </MessageScreen>
  );
}
