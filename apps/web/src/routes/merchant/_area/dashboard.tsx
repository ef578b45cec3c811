import { createFileRoute } from "@tanstack/react-router";
import { MerchantDashboard } from "../../../features/merchant/merchant-dashboard.tsx";
import { utils } from "../../../lib/trpc.ts";
import { useTitle } from "../../../lib/use-title.ts";

export const Route = createFileRoute("/merchant/_area/dashboard")({
  loader: () => {
    void utils.auth.me.prefetch();
    void utils.merchant.listAll.prefetch();
  },
  component: DashboardPage,
});

function DashboardPage() {
  useTitle("Merchant dashboard");
  return <MerchantDashboard />;
}
