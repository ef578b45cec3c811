import { createFileRoute } from "@tanstack/react-router";
import { TransactionPage } from "../../../../areas/admin/transactions/transaction-page.tsx";
import { utils } from "../../../../lib/trpc.ts";
import { useTitle } from "../../../../lib/use-title.ts";

export const Route = createFileRoute("/admin/_area/transactions/$id")({
  loader: ({ params: { id } }) => void utils.admin.transaction.prefetch({ transactionId: id }),
  component: Detail,
});

function Detail() {
  useTitle("Transaction");
  return <TransactionPage transactionId={Route.useParams().id} />;
}
