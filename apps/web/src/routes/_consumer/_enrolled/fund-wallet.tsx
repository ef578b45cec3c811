import { createFileRoute } from "@tanstack/react-router";
import { oneOf, positiveNumber, searchOf, text } from "../../../lib/search.ts";
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
  /** Owner of the wallet that the money goes to. Asked for if it is missing. */
  goal: oneOf(["merchant", "wallet"]),
});

export const Route = createFileRoute("/_consumer/_enrolled/fund-wallet")({
  validateSearch: fundingSearch,
  loaderDeps: ({ search: { payment } }) => ({ payment }),
  loader: ({ deps: { payment } }) => {
    prefetchMerchants("namedMerchants");
    prefetch(({ utils }) => utils.payments.network.prefetch());
    prefetch(({ utils }) => (payment === undefined ? utils.rent.mine.prefetch() : utils.payments.get.prefetch({ paymentId: payment })));
  },
  component: FundWalletPage,
});

function FundWalletPage() {
  useTitle("Fund wallet");
  const { payment, amount, description = "", goal } = Route.useSearch();
  if (payment !== undefined) return <FundPayment key={payment} paymentId={payment} />;
  return (
    <FundWallet
      amount={amount === undefined ? "" : String(amount)}
      description={description}
      goal={amount === undefined ? goal : "merchant"}
    />
  );
}
