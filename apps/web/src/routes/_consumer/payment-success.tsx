import { createFileRoute, redirect } from "@tanstack/react-router";
import { paymentSearch } from "../../features/payments/payment-search.ts";
import { receiptPaymentId } from "../../features/payments/receipt/navigation-state.ts";
import { PaymentSuccess } from "../../features/payments/receipt/payment-success.tsx";
import { prefetch } from "../../lib/server.ts";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_consumer/payment-success")({
  validateSearch: paymentSearch,
  beforeLoad: ({ search, location }) => {
    const paymentId = receiptPaymentId(search.payment, location.state);
    if (paymentId === null) throw redirect({ to: "/payment", replace: true });
    return { paymentId };
  },
  loader: ({ context: { paymentId } }) => prefetch(({ utils }) => utils.payments.get.prefetch({ paymentId })),
  component: SuccessPage,
});

function SuccessPage() {
  useTitle("Receipt");
  const { paymentId } = Route.useRouteContext();
  return <PaymentSuccess key={paymentId} paymentId={paymentId} />;
}
