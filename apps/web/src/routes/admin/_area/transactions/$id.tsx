import { createFileRoute } from "@tanstack/react-router";
import { TransactionPage } from "../../../../areas/admin/transactions/transaction-page.tsx";
import { prefetch } from "../../../../lib/server.ts";
import { useTitle } from "../../../../lib/use-title.ts";

export const Route = createFileRoute("/admin/_area/transactions/$id")({
  loader: ({ params: { id } }) => prefetch(({ utils }) => utils.admin.transaction.prefetch({ transactionId: id })),
  component: Detail,
});

function Detail() {
  useTitle("Transaction");
  return <TransactionPage transactionId={Route.useParams().id} />;
}
