import { createFileRoute } from "@tanstack/react-router";
import { prefetchMerchants } from "../../../features/enrollment/late-merchant-lists.ts";
import { OneTimeSetup } from "../../../features/payments/setup/one-time-setup.tsx";
import { positiveNumber, searchOf, text } from "../../../lib/search.ts";
import { prefetch } from "../../../lib/server.ts";
import { useTitle } from "../../../lib/use-title.ts";

export const Route = createFileRoute("/_consumer/_enrolled/setup-one-time")({
  /** Initial amount in dollars, description, and lease. */
  validateSearch: searchOf({ amount: positiveNumber, description: text(), lease: text(64) }),
  loader: () => {
    prefetchMerchants("namedMerchants");
    prefetch(({ utils }) => utils.payments.network.prefetch());
    prefetch(({ utils }) => utils.rent.mine.prefetch());
  },
  component: OneTimePage,
});

function OneTimePage() {
  useTitle("Make a payment");
  const { amount, description, lease } = Route.useSearch();
  return <OneTimeSetup amount={amount === undefined ? "" : String(amount)} description={description} leaseId={lease} />;
}
