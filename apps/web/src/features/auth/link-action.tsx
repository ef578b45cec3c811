import { useMutation } from "@tanstack/react-query";
import { errorMessage } from "../../lib/api-error.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/field.tsx";

interface LinkActionProps {
  /** Button label. */
  action: string;
  /** Performs the action of the mail's link. Returns the success message. */
  act: () => Promise<string>;
  failed: string;
}

/**
 * Performs the action of a mail's link when a button is pressed. Programs that prefetch links press no buttons, so they trigger nothing.
 */
export function LinkAction({ action, act, failed }: LinkActionProps) {
  const acting = useMutation({ mutationFn: act });
  if (acting.isSuccess) return <Alert tone="good" title={acting.data} announce />;
  return (
    <>
      {acting.isError && <FieldError>{errorMessage(acting.error, failed)}</FieldError>}
      <Button size="large" busy={acting.isPending} onClick={() => acting.mutate()}>
        {action}
      </Button>
    </>
  );
}
