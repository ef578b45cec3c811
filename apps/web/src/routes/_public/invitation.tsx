import { createFileRoute } from "@tanstack/react-router";
import { ServerData } from "../../kit/server-data.tsx";
import { FollowInvitation } from "../../areas/consumer/rent/follow-invitation.tsx";
import { ReceiptPicture } from "../../features/auth/asides.tsx";
import { AuthPage } from "../../features/auth/auth-page.tsx";
import { TextLink } from "../../kit/links.tsx";
import { usePageLocation } from "../../lib/page-location.ts";
import { searchOf, yesOrNo } from "../../lib/search.ts";
import { useSession } from "../../lib/session.ts";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_public/invitation")({
  validateSearch: searchOf({ accept: yesOrNo }),
  component: InvitationPage,
});

/** The token is in the URL's hash, which is sent to no server and to no other page. */
function InvitationPage() {
  useTitle("Your invitation");
  const { hash } = usePageLocation();
  const { accept } = Route.useSearch();
  const { authToken, user } = useSession();
  return (
    <AuthPage
      title="Your invitation"
      lead="Pay your rent through Hearth, and keep a receipt of every payment."
      form={
        <ServerData>
          <FollowInvitation token={hash} signedInAs={authToken === null ? null : (user?.role ?? null)} isAccepted={accept} />
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
