import { createFileRoute } from "@tanstack/react-router";
import { positiveNumber, searchOf, text } from "../../../lib/search.ts";
import { namedMerchants } from "../../../features/enrollment/merchant-lists.ts";
import { FundPayment } from "../../../features/payments/funding/fund-payment.tsx";
import { FundWallet } from "../../../features/payments/funding/fund-wallet.tsx";
import { queryClient } from "../../../lib/query-client.ts";
import { utils } from "../../../lib/trpc.ts";
import { useTitle } from "../../../lib/use-title.ts";

const fundingSearch = searchOf({
  payment: text(),
  /** Dollars to begin with, while there is no payment. */
  amount: positiveNumber,
  description: text(),
});

export const Route = createFileRoute("/_consumer/_enrolled/fund-wallet")({
  validateSearch: fundingSearch,
  loaderDeps: ({ search: { payment } }) => ({ payment }),
  loader: ({ deps: { payment } }) => {
    void queryClient.prefetchQuery(namedMerchants);
    void utils.payments.network.prefetch();
    if (payment !== undefined) void utils.payments.get.prefetch({ paymentId: payment });
  },
  component: FundWalletPage,
});

function FundWalletPage() {
  useTitle("Fund wallet");
  const { payment, amount, description = "" } = Route.useSearch();
  if (payment !== undefined) return <FundPayment key={payment} paymentId={payment} />;
  return <FundWallet amount={amount === undefined ? "" : String(amount)} description={description} />;
}
