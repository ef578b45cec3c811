import { createFileRoute } from "@tanstack/react-router";
import { transactionSearch } from "../../../../areas/admin/searches.ts";
import { Transactions } from "../../../../areas/admin/transactions/transactions.tsx";
import { filterStep } from "../../../../kit/list/filter-step.ts";
import { useTitle } from "../../../../lib/use-title.ts";

export const Route = createFileRoute("/admin/_area/transactions/")({
  validateSearch: transactionSearch,
  component: TransactionsPage,
});

function TransactionsPage() {
  useTitle("Transactions");
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Transactions
      search={search}
      onFilter={(filter) => void navigate({ search: (current) => ({ ...current, ...filter }), ...filterStep(search, filter) })}
    />
  );
}
