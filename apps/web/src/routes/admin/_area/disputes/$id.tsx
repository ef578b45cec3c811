import { createFileRoute } from "@tanstack/react-router";
import { DisputePage } from "../../../../areas/admin/disputes/dispute-page.tsx";
import { ahead } from "../../../../lib/server.ts";
import { useTitle } from "../../../../lib/use-title.ts";

export const Route = createFileRoute("/admin/_area/disputes/$id")({
  loader: ({ params: { id } }) => ahead(({ utils }) => utils.disputes.getForAdmin.prefetch({ disputeId: id })),
  component: Detail,
});

function Detail() {
  useTitle("Dispute");
  return <DisputePage disputeId={Route.useParams().id} />;
}
