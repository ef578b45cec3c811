import { createFileRoute } from "@tanstack/react-router";
import { LeasePage } from "../../../../areas/merchant/rent/lease-page.tsx";
import { useTitle } from "../../../../lib/use-title.ts";

export const Route = createFileRoute("/merchant/_area/leases/$leaseId")({ component: MerchantLeasePage });

function MerchantLeasePage() {
  useTitle("Lease");
  const { leaseId } = Route.useParams();
  return <LeasePage leaseId={leaseId} />;
}
