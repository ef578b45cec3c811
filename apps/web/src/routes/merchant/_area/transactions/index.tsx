import { createFileRoute } from "@tanstack/react-router";
import { TransactionDialog } from "../../../../areas/merchant/transactions/transaction-dialog.tsx";
import { transactionSearch } from "../../../../areas/merchant/searches.ts";
import { Transactions } from "../../../../areas/merchant/transactions/transactions.tsx";
import { useCloseOver } from "../../../../lib/close-over.ts";
import { useTitle } from "../../../../lib/use-title.ts";

export const Route = createFileRoute("/merchant/_area/transactions/")({
  validateSearch: transactionSearch,
  component: TransactionsPage,
});

function TransactionsPage() {
  useTitle("Transactions");
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const close = useCloseOver(() => void navigate({ search: (current) => ({ ...current, transaction: undefined }), replace: true }));
  return (
    <>
      <Transactions
        search={search}
        onFilter={(filter) => void navigate({ search: (current) => ({ ...current, ...filter }), replace: true })}
      />
      <TransactionDialog paymentId={search.transaction} onClose={close} />
    </>
  );
}
