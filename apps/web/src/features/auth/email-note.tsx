import { errorMessage } from "../../lib/api-error.ts";
import { trpc } from "../../lib/trpc.ts";
import { Alert } from "../../ui/alert.tsx";
import { FieldError } from "../../ui/field.tsx";
import { TextButton } from "../../ui/text-anchor.tsx";

/** Says that the account's e-mail is not confirmed yet, and sends the link again; nothing where it is, or while that is not known. */
export function EmailNote() {
  const standing = trpc.auth.emailStanding.useQuery();
  const resend = trpc.auth.resendEmailConfirmation.useMutation();
  if (!standing.data || standing.data.confirmed) return null;
  return (
    <Alert title="Confirm your e-mail">
      {resend.isSuccess ? (
        <p role="status">{resend.data.message}.</p>
      ) : (
        <p>
          We have sent a link to {standing.data.email}, so that receipts and warnings reach you.{" "}
          <TextButton size="small" onClick={() => !resend.isPending && resend.mutate()}>
            Send it again
          </TextButton>
        </p>
      )}
      {resend.isError && <FieldError>{errorMessage(resend.error, "The link could not be sent. Please try again.")}</FieldError>}
    </Alert>
  );
}
