import { createFileRoute, redirect } from "@tanstack/react-router";
import { paymentSearch } from "../../features/payments/payment-search.ts";
import { PaymentPending } from "../../features/payments/pending/payment-pending.tsx";
import { usePageLocation } from "../../lib/page-location.ts";
import { prefetch } from "../../lib/server.ts";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_consumer/payment-pending")({
  validateSearch: paymentSearch,
  beforeLoad: ({ search: { payment } }) => {
    if (payment === undefined) throw redirect({ to: "/payment", replace: true });
    return { paymentId: payment };
  },
  loader: ({ context: { paymentId } }) => prefetch(({ utils }) => utils.payments.get.prefetch({ paymentId })),
  component: PendingPage,
});

function PendingPage() {
  useTitle("Payment pending");
  const { paymentId } = Route.useRouteContext();
  const { checkoutBlocked = false } = usePageLocation().state;
  return <PaymentPending key={paymentId} paymentId={paymentId} checkoutBlocked={checkoutBlocked} />;
}
