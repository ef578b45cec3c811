import { createFileRoute } from "@tanstack/react-router";
import { LeasePage } from "../../areas/consumer/rent/lease-page.tsx";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_consumer/lease/$leaseId")({ component: OwnLeasePage });

function OwnLeasePage() {
  useTitle("Your lease");
  const { leaseId } = Route.useParams();
  return <LeasePage leaseId={leaseId} />;
}
