import { createFileRoute } from "@tanstack/react-router";
import { aheadOfMerchants } from "../../../features/enrollment/late-merchant-lists.ts";
import { PaymentStart } from "../../../features/payments/setup/payment-start.tsx";
import { ahead } from "../../../lib/server.ts";
import { useTitle } from "../../../lib/use-title.ts";

export const Route = createFileRoute("/_consumer/_enrolled/payment")({
  loader: () => {
    aheadOfMerchants("namedMerchants");
    ahead(({ utils }) => utils.wallet.status.prefetch());
  },
  component: PaymentPage,
});

function PaymentPage() {
  useTitle("Make a payment");
  return <PaymentStart />;
}
