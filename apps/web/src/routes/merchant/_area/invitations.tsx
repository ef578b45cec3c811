import { createFileRoute } from "@tanstack/react-router";
import { Invitations } from "../../../areas/merchant/rent/invitations.tsx";
import { useTitle } from "../../../lib/use-title.ts";

export const Route = createFileRoute("/merchant/_area/invitations")({ component: InvitationsPage });

function InvitationsPage() {
  useTitle("Invitations");
  return <Invitations />;
}
