import { createFileRoute } from "@tanstack/react-router";
import { LeasePage } from "../../../../areas/merchant/rent/lease-page.tsx";
import { useWording } from "../../../../kit/words.ts";
import { useTitle } from "../../../../lib/use-title.ts";

export const Route = createFileRoute("/merchant/_area/leases/$leaseId")({ component: MerchantLeasePage });

function MerchantLeasePage() {
  useTitle(useWording()("Lease"));
  const { leaseId } = Route.useParams();
  return <LeasePage leaseId={leaseId} />;
}
