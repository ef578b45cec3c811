import { createFileRoute } from "@tanstack/react-router";
import { everything } from "../../kit/list/paged-list.tsx";
import { filterStep } from "../../kit/list/filter-step.ts";
import { LazyOverlay } from "../../lib/loading/lazy-overlay.tsx";
import { historySearch, toPaymentFilter } from "../../areas/consumer/history/history-search.ts";
import { PaymentHistory } from "../../areas/consumer/history/payment-history.tsx";
import { useCloseRoutedDialog } from "../../lib/close-over.ts";
import { server } from "../../lib/server.ts";
import { useFetchWhenIdle } from "../../lib/loading/use-fetch-when-idle.ts";
import { useTitle } from "../../lib/use-title.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";

const PaymentDialog = lazyPart(async () => (await import("../../areas/consumer/payment/payment-dialog.tsx")).PaymentDialog);

export const Route = createFileRoute("/_consumer/payment-history")({
  validateSearch: historySearch,
  // The layout depends on whether there are any payments, so this is loaded first.
  loader: async () => {
    try {
      const { utils } = await server();
      const { merchant } = await utils.auth.me.ensureData();
      return await utils.payments.historyTotals.ensureData(toPaymentFilter({}, merchant?.timeZone));
    } catch {
      return null;
    }
  },
  component: HistoryPage,
});

function HistoryPage() {
  useTitle("Payment history");
  useFetchWhenIdle(PaymentDialog);
  const { payment, step, ...filter } = Route.useSearch();
  const navigate = Route.useNavigate();
  const close = useCloseRoutedDialog(() => void navigate({ replace: true, resetScroll: false, search: filter }));
  return (
    <>
      <PaymentHistory
        filter={filter}
        onFilter={(part) => void navigate({ ...filterStep(filter, part), search: (current) => ({ ...current, ...part }) })}
        onClear={() => void navigate({ ...filterStep(filter, everything), search: {} })}
      />
      <LazyOverlay open={payment !== undefined}>
        <PaymentDialog paymentId={payment} isProving={step === "wallet"} onClose={close} />
      </LazyOverlay>
    </>
  );
}
