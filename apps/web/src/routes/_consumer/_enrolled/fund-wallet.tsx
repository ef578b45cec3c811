import { createFileRoute } from "@tanstack/react-router";
import { positiveNumber, searchOf, text } from "../../../lib/search.ts";
import { prefetchMerchants } from "../../../features/enrollment/late-merchant-lists.ts";
import { FundPayment } from "../../../features/payments/funding/fund-payment.tsx";
import { FundWallet } from "../../../features/payments/funding/fund-wallet.tsx";
import { prefetch } from "../../../lib/server.ts";
import { useTitle } from "../../../lib/use-title.ts";

const fundingSearch = searchOf({
  payment: text(),
  /** Initial amount in dollars, if there is no payment yet. */
  amount: positiveNumber,
  description: text(),
});

export const Route = createFileRoute("/_consumer/_enrolled/fund-wallet")({
  validateSearch: fundingSearch,
  loaderDeps: ({ search: { payment } }) => ({ payment }),
  loader: ({ deps: { payment } }) => {
    prefetchMerchants("namedMerchants");
    prefetch(({ utils }) => utils.payments.network.prefetch());
    if (payment !== undefined) prefetch(({ utils }) => utils.payments.get.prefetch({ paymentId: payment }));
  },
  component: FundWalletPage,
});

function FundWalletPage() {
  useTitle("Fund wallet");
  const { payment, amount, description = "" } = Route.useSearch();
  if (payment !== undefined) return <FundPayment key={payment} paymentId={payment} />;
  return <FundWallet amount={amount === undefined ? "" : String(amount)} description={description} />;
}
