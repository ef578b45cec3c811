import { createFileRoute } from "@tanstack/react-router";
import { PaymentStart } from "../../../features/payments/setup/payment-start.tsx";
import { utils } from "../../../lib/trpc.ts";
import { useTitle } from "../../../lib/use-title.ts";

export const Route = createFileRoute("/_consumer/_enrolled/payment")({
  loader: () => {
    void utils.merchant.listAll.prefetch();
    void utils.wallet.status.prefetch();
  },
  component: PaymentPage,
});

function PaymentPage() {
  useTitle("Make a payment");
  return <PaymentStart />;
}
