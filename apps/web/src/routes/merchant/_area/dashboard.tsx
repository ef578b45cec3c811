import { createFileRoute } from "@tanstack/react-router";
import { UserChangesOverlay } from "../../../areas/merchant/dashboard/user-changes-overlay.tsx";
import { oneOf, searchOf, text } from "../../../lib/search.ts";
import { MerchantDashboard } from "../../../areas/merchant/dashboard/merchant-dashboard.tsx";
import { overlayState, useCloseRoutedDialog } from "../../../lib/close-over.ts";
import { prefetch } from "../../../lib/server.ts";
import { TransactionOverlay } from "../../../areas/merchant/transactions/transaction-overlay.tsx";
import { useTitle } from "../../../lib/use-title.ts";

export const Route = createFileRoute("/merchant/_area/dashboard")({
  validateSearch: searchOf({
    transaction: text(),
    show: oneOf(["users"]),
  }),
  loader: () =>
    prefetch(({ utils: { merchant, auth } }) =>
      Promise.all([
        merchant.stats.prefetch({}),
        merchant.attention.prefetch(),
        merchant.unpaidTenants.prefetch({}),
        merchant.business.prefetch(),
        auth.emailStanding.prefetch(),
      ]),
    ),
  component: DashboardPage,
});

function DashboardPage() {
  useTitle("Merchant dashboard");
  const { transaction, show } = Route.useSearch();
  const navigate = Route.useNavigate();
  const close = useCloseRoutedDialog(() => void navigate({ search: {}, replace: true }));
  return (
    <>
      <MerchantDashboard onShowUsers={() => void navigate({ search: { show: "users" }, state: overlayState })} />
      <TransactionOverlay paymentId={transaction} onClose={close} />
      <UserChangesOverlay open={show === "users"} onClose={close} />
    </>
  );
}
