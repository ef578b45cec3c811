import { createFileRoute } from "@tanstack/react-router";
import { DisputePage } from "../../../../features/merchant/disputes/dispute-page.tsx";
import { useTitle } from "../../../../lib/use-title.ts";

export const Route = createFileRoute("/merchant/_area/disputes/$id")({ component: OneDispute });

function OneDispute() {
  useTitle("Dispute");
  const { id } = Route.useParams();
  return <DisputePage disputeId={id} />;
}
