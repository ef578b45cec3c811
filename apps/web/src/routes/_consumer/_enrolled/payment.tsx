import { createFileRoute } from "@tanstack/react-router";
import { prefetchMerchants } from "../../../features/enrollment/late-merchant-lists.ts";
import { PaymentStart } from "../../../features/payments/setup/payment-start.tsx";
import { prefetch } from "../../../lib/server.ts";
import { useTitle } from "../../../lib/use-title.ts";

export const Route = createFileRoute("/_consumer/_enrolled/payment")({
  loader: () => {
    prefetchMerchants("namedMerchants");
    prefetch(({ utils }) => utils.wallet.status.prefetch());
  },
  component: PaymentPage,
});

function PaymentPage() {
  useTitle("Make a payment");
  return <PaymentStart />;
}
