import { useMutation } from "@tanstack/react-query";
import { errorMessage } from "../../lib/api-error.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/field.tsx";

interface LinkActionProps {
  /** What the button says. */
  action: string;
  /** Does what the mail's link is for; answers what to say then. */
  act: () => Promise<string>;
  failed: string;
}

/** What a mail's link does, at the press of a button: programs that look at links beforehand press none. */
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
