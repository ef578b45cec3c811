import { createFileRoute } from "@tanstack/react-router";
import { filterStep } from "../../../../kit/list/filter-step.ts";
import { LazyOverlay } from "../../../../lib/loading/lazy-overlay.tsx";
import { transactionSearch } from "../../../../areas/merchant/searches.ts";
import { Transactions } from "../../../../areas/merchant/transactions/transactions.tsx";
import { useCloseRoutedDialog } from "../../../../lib/close-over.ts";
import { useTitle } from "../../../../lib/use-title.ts";
import { lazyPart } from "../../../../ui/lazy-part.tsx";

const TransactionDialog = lazyPart(
  async () => (await import("../../../../areas/merchant/transactions/transaction-dialog.tsx")).TransactionDialog,
);

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
      <LazyOverlay open={search.transaction !== undefined}>
        <TransactionDialog paymentId={search.transaction} onClose={close} />
      </LazyOverlay>
    </>
  );
}
