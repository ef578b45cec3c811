import { useLocation } from "@tanstack/react-router";
import { TextLink } from "../../kit/links.tsx";
import { errorMessage } from "../../lib/api-error.ts";
import { trpc } from "../../lib/trpc.ts";
import { Alert } from "../../ui/alert.tsx";
import { FieldError } from "../../ui/field.tsx";
import { Time } from "../../ui/moment.tsx";
import { TextButton } from "../../ui/text-anchor.tsx";

/**
 * Warns that mails to the account's email are returned, that it is unconfirmed, or that a new address awaits confirmation. Renders nothing if
 * all is well, or until the status is loaded.
 */
export function EmailNote() {
  const emailStanding = trpc.auth.emailStanding.useQuery();
  if (!emailStanding.data) return null;
  const { email, newEmail, confirmed, returned } = emailStanding.data;
  if (newEmail !== null) return <NewEmailNote email={email} newEmail={newEmail} />;
  if (returned !== null) return <ReturnedNote email={email} {...returned} />;
  return confirmed ? null : <UnconfirmedNote email={email} />;
}

/**
 * Says in a form that mails other people that its sender's own email must be confirmed first. Renders nothing if it is, or until the status is
 * loaded.
 */
export function UnconfirmedSenderNote({ why = "Hearth emails other people for you only after that." }: { why?: string }) {
  const emailStanding = trpc.auth.emailStanding.useQuery();
  return emailStanding.data?.confirmed === false ? <UnconfirmedNote email={emailStanding.data.email} why={why} /> : null;
}

function ReturnedNote({ email, at, reason }: { email: string; at: string; reason: string }) {
  const isProfile = useLocation({ select: ({ pathname, search }) => pathname.endsWith("/profile") || search.tab === "profile" });
  return (
    <Alert tone="bad" title="Our emails do not reach you">
      <p>
        The one of <Time at={at} /> to {email} did not arrive: {reason}
      </p>
      {isProfile ? (
        <p>Correct your email below.</p>
      ) : (
        <TextLink to="/profile" size="small">
          Correct your email
        </TextLink>
      )}
    </Alert>
  );
}

function UnconfirmedNote({ email, why }: { email: string; why?: string }) {
  const resend = trpc.auth.resendEmailConfirmation.useMutation();
  return (
    <Alert title="Confirm your email">
      {resend.isSuccess ? (
        <p role="status">{resend.data.message}.</p>
      ) : (
        <p>
          We have sent a link to {email}
          {why === undefined ? ", so that receipts and warnings reach you." : `. ${why}`}{" "}
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
  const cancel = trpc.auth.cancelEmailChange.useMutation();
  return (
    <Alert title="Confirm your new email">
      <p>
        We have sent a link to {newEmail}. Until you open it there, you sign in with {email}.{" "}
        <TextButton size="small" onClick={() => !cancel.isPending && cancel.mutate()}>
          Keep the old one
        </TextButton>
      </p>
      {cancel.isError && <FieldError>{errorMessage(cancel.error)}</FieldError>}
    </Alert>
  );
}
