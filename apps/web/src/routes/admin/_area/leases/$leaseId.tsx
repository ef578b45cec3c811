import { createFileRoute } from "@tanstack/react-router";
import { LeasePage } from "../../../../areas/admin/leases/lease-page.tsx";
import { useTitle } from "../../../../lib/use-title.ts";

export const Route = createFileRoute("/admin/_area/leases/$leaseId")({ component: AdminLeasePage });

function AdminLeasePage() {
  useTitle("Lease");
  const { leaseId } = Route.useParams();
  return <LeasePage leaseId={leaseId} />;
}
