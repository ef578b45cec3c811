import { createFileRoute } from "@tanstack/react-router";
import { ServerData } from "../../kit/server-data.tsx";
import { JoinStaff } from "../../areas/merchant/register/join-staff.tsx";
import { ReceiptPicture } from "../../features/auth/asides.tsx";
import { useSignedInElsewhere } from "../../features/auth/actions.ts";
import { AuthPage } from "../../features/auth/auth-page.tsx";
import { TextLink } from "../../kit/links.tsx";
import { usePageLocation } from "../../lib/page-location.ts";
import { useSession } from "../../lib/session.ts";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_public/join-staff")({ component: JoinStaffPage });

/** The token is in the URL's hash, which is sent to no server and to no other page. */
function JoinStaffPage() {
  useTitle("Your invitation");
  const { hash } = usePageLocation();
  const { authToken, user } = useSession();
  const isSignedIn = useSignedInElsewhere(authToken !== null);
  return (
    <AuthPage
      title="Your invitation"
      lead="To work with a business on Hearth."
      form={
        <ServerData>
          <JoinStaff token={hash} signedIn={isSignedIn ? user : null} />
        </ServerData>
      }
      others={[
        <TextLink key="home" to="/">
          Go to Hearth
        </TextLink>,
      ]}
      aside={<ReceiptPicture />}
      asideWideOnly
    />
  );
}
