import { limits } from "@hearth/domain/limits";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Alert } from "../../ui/alert.tsx";

/** A new invitation. A tenant's comes with the link from its mail, so that it can also be sent in another way. */
export interface Invited {
  email: string;
  url?: string;
}

/** The state of an invitation that is sent later, for its list and for the lease's tenants. */
export const waitingWords = {
  confirmedEmail: "Will be sent once you confirm your email",
  moreEmails: "Will be sent once your business can send more emails",
} as const;

/** Says that an invitation was sent, and offers its link to copy where the inviter may have it. */
export function InvitedNote({ email, url }: Invited) {
  return (
    <Alert tone="good" title={`Invitation sent to ${email}`} announce>
      The link in the email works for {limits.invitationDays} days.{" "}
      {url !== undefined && (
        <>
          You can also send it yourself: <CopyButton text={url} what="invitation" />
        </>
      )}
    </Alert>
  );
}
