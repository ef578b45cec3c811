import { createFileRoute } from "@tanstack/react-router";
import { filterStep } from "../../../../kit/list/filter-step.ts";
import { transactionSearch } from "../../../../areas/merchant/searches.ts";
import { Transactions } from "../../../../areas/merchant/transactions/transactions.tsx";
import { useCloseRoutedDialog } from "../../../../lib/close-over.ts";
import { TransactionOverlay } from "../../../../areas/merchant/transactions/transaction-overlay.tsx";
import { useTitle } from "../../../../lib/use-title.ts";

export const Route = createFileRoute("/merchant/_area/transactions/")({
  validateSearch: transactionSearch,
  component: TransactionsPage,
});

function TransactionsPage() {
  useTitle("Transactions");
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const close = useCloseRoutedDialog(() => void navigate({ search: (current) => ({ ...current, transaction: undefined }), replace: true }));
  return (
    <>
      <Transactions
        search={search}
        onFilter={(filter) => void navigate({ search: (current) => ({ ...current, ...filter }), ...filterStep(search, filter) })}
      />
      <TransactionOverlay paymentId={search.transaction} onClose={close} />
    </>
  );
}
