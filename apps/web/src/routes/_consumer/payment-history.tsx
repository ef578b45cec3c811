import { createFileRoute } from "@tanstack/react-router";
import { PaymentDialog } from "../../features/payments/detail/payment-dialog.tsx";
import { historySearch } from "../../features/payments/history/history-search.ts";
import { PaymentHistory } from "../../features/payments/history/payment-history.tsx";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_consumer/payment-history")({
  validateSearch: historySearch,
  component: HistoryPage,
});

function HistoryPage() {
  useTitle("Payment history");
  const { payment, ...filter } = Route.useSearch();
  const navigate = Route.useNavigate();
  const narrow = { replace: true, resetScroll: false };
  return (
    <>
      <PaymentHistory
        filter={filter}
        onFilter={(part) => void navigate({ ...narrow, search: (current) => ({ ...current, ...part }) })}
        onClear={() => void navigate({ ...narrow, search: {} })}
      />
      <PaymentDialog paymentId={payment} onClose={() => void navigate({ search: filter, resetScroll: false })} />
    </>
  );
}
