import { createFileRoute } from "@tanstack/react-router";
import { TransactionDialog } from "../../../../features/merchant/transactions/transaction-dialog.tsx";
import { transactionSearch } from "../../../../features/merchant/transactions/transaction-search.ts";
import { Transactions } from "../../../../features/merchant/transactions/transactions.tsx";
import { useMerchantStats } from "../../../../features/merchant/use-merchant-stats.ts";
import { useTitle } from "../../../../lib/use-title.ts";

export const Route = createFileRoute("/merchant/_area/transactions/")({
  validateSearch: transactionSearch,
  component: TransactionsPage,
});

function TransactionsPage() {
  useTitle("Transactions");
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const timeZone = useMerchantStats().data?.timeZone;
  return (
    <>
      <Transactions
        search={search}
        onFilter={(filter) => void navigate({ search: (current) => ({ ...current, ...filter }), replace: true })}
      />
      <TransactionDialog
        paymentId={search.transaction}
        timeZone={timeZone}
        onClose={() => void navigate({ search: (current) => ({ ...current, transaction: undefined }) })}
      />
    </>
  );
}
