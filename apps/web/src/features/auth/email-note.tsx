import { errorMessage } from "../../lib/api-error.ts";
import { trpc } from "../../lib/trpc.ts";
import { Alert } from "../../ui/alert.tsx";
import { FieldError } from "../../ui/field.tsx";
import { TextButton } from "../../ui/text-anchor.tsx";

/**
 * Warns that the account's email is unconfirmed, or that a new address awaits confirmation. Renders nothing if confirmed, or until the
 * status is loaded.
 */
export function EmailNote() {
  const standing = trpc.auth.emailStanding.useQuery();
  if (!standing.data) return null;
  const { email, newEmail, confirmed } = standing.data;
  if (newEmail !== null) return <NewEmailNote email={email} newEmail={newEmail} />;
  return confirmed ? null : <UnconfirmedNote email={email} />;
}

function UnconfirmedNote({ email }: { email: string }) {
  const resend = trpc.auth.resendEmailConfirmation.useMutation();
  return (
    <Alert title="Confirm your email">
      {resend.isSuccess ? (
        <p role="status">{resend.data.message}.</p>
      ) : (
        <p>
          We have sent a link to {email}, so that receipts and warnings reach you.{" "}
          <TextButton size="small" onClick={() => !resend.isPending && resend.mutate()}>
            Send it again
          </TextButton>
        </p>
      )}
      {resend.isError && <FieldError>{errorMessage(resend.error, "The link could not be sent. Please try again.")}</FieldError>}
    </Alert>
  );
}

function NewEmailNote({ email, newEmail }: { email: string; newEmail: string }) {
  const utils = trpc.useUtils();
  const cancel = trpc.auth.cancelEmailChange.useMutation({ onSettled: () => utils.auth.emailStanding.invalidate() });
  return (
    <Alert title="Confirm your new email">
      <p>
        We have sent a link to {newEmail}. Until you open it there, you sign in with {email}.{" "}
        <TextButton size="small" onClick={() => !cancel.isPending && cancel.mutate()}>
          Keep the old one
        </TextButton>
      </p>
      {cancel.isError && <FieldError>{errorMessage(cancel.error, "This could not be stopped. Please try again.")}</FieldError>}
    </Alert>
  );
}
