import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { LazyOverlay } from "../../lib/loading/lazy-overlay.tsx";
import { historySearch, toPaymentFilter } from "../../areas/consumer/history/history-search.ts";
import { PaymentHistory } from "../../areas/consumer/history/payment-history.tsx";
import { useCloseRoutedDialog } from "../../lib/close-over.ts";
import { server } from "../../lib/server.ts";
import { useTitle } from "../../lib/use-title.ts";

const PaymentDialog = lazyRouteComponent(() => import("../../areas/consumer/payment/payment-dialog.tsx"), "PaymentDialog");

export const Route = createFileRoute("/_consumer/payment-history")({
  validateSearch: historySearch,
  // The layout depends on whether there are any payments, so this is loaded first.
  loader: async () => {
    try {
      const { utils } = await server();
      return await utils.payments.historyTotals.ensureData(toPaymentFilter({}));
    } catch {
      return null;
    }
  },
  component: HistoryPage,
});

function HistoryPage() {
  useTitle("Payment history");
  const { payment, step, ...filter } = Route.useSearch();
  const navigate = Route.useNavigate();
  const narrow = { replace: true, resetScroll: false };
  const close = useCloseRoutedDialog(() => void navigate({ ...narrow, search: filter }));
  return (
    <>
      <PaymentHistory
        filter={filter}
        onFilter={(part) => void navigate({ ...narrow, search: (current) => ({ ...current, ...part }) })}
        onClear={() => void navigate({ ...narrow, search: {} })}
      />
      <LazyOverlay open={payment !== undefined}>
        <PaymentDialog paymentId={payment} isProving={step === "wallet"} onClose={close} />
      </LazyOverlay>
    </>
  );
}
