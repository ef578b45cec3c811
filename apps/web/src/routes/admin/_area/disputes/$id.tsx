import { createFileRoute } from "@tanstack/react-router";
import { DisputePage } from "../../../../areas/admin/disputes/dispute-page.tsx";
import { prefetch } from "../../../../lib/server.ts";
import { useTitle } from "../../../../lib/use-title.ts";

export const Route = createFileRoute("/admin/_area/disputes/$id")({
  loader: ({ params: { id } }) => prefetch(({ utils }) => utils.disputes.getForAdmin.prefetch({ disputeId: id })),
  component: Detail,
});

function Detail() {
  useTitle("Dispute");
  return <DisputePage disputeId={Route.useParams().id} />;
}
