import { createFileRoute } from "@tanstack/react-router";
import { namedMerchants } from "../../../features/enrollment/merchant-lists.ts";
import { PaymentStart } from "../../../features/payments/setup/payment-start.tsx";
import { queryClient } from "../../../lib/query-client.ts";
import { utils } from "../../../lib/trpc.ts";
import { useTitle } from "../../../lib/use-title.ts";

export const Route = createFileRoute("/_consumer/_enrolled/payment")({
  loader: () => {
    void queryClient.prefetchQuery(namedMerchants);
    void utils.wallet.status.prefetch();
  },
  component: PaymentPage,
});

function PaymentPage() {
  useTitle("Make a payment");
  return <PaymentStart />;
}
