import { createFileRoute } from "@tanstack/react-router";
import { LeasePage } from "../../areas/consumer/rent/lease-page.tsx";

export const Route = createFileRoute("/_consumer/lease/$leaseId")({ component: OwnLeasePage });

function OwnLeasePage() {
  const { leaseId } = Route.useParams();
  return <LeasePage leaseId={leaseId} />;
}
