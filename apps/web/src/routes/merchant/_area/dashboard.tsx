import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod";
import { MerchantDashboard } from "../../../areas/merchant/dashboard/merchant-dashboard.tsx";
import { UserChangesDialog } from "../../../areas/merchant/dashboard/month-figures.tsx";
import { TransactionDialog } from "../../../areas/merchant/transactions/transaction-dialog.tsx";
import { overPage, useCloseOver } from "../../../lib/close-over.ts";
import { utils } from "../../../lib/trpc.ts";
import { useTitle } from "../../../lib/use-title.ts";

export const Route = createFileRoute("/merchant/_area/dashboard")({
  validateSearch: z.object({
    transaction: z.string().optional().catch(undefined),
    show: z.literal("users").optional().catch(undefined),
  }),
  loader: () => void utils.merchant.stats.prefetch({}),
  component: DashboardPage,
});

function DashboardPage() {
  useTitle("Merchant dashboard");
  const { transaction, show } = Route.useSearch();
  const navigate = Route.useNavigate();
  const close = useCloseOver(() => void navigate({ search: {}, replace: true }));
  return (
    <>
      <MerchantDashboard onShowUsers={() => void navigate({ search: { show: "users" }, state: overPage })} />
      <TransactionDialog paymentId={transaction} onClose={close} />
      <UserChangesDialog open={show === "users"} onClose={close} />
    </>
  );
}
