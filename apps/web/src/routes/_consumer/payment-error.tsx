import { createFileRoute, redirect } from "@tanstack/react-router";
import { PaymentError } from "../../features/payments/failure/payment-error.tsx";
import { readFailure } from "../../features/payments/failure/payment-failure.ts";
import { usePageLocation } from "../../lib/page-location.ts";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_consumer/payment-error")({
  beforeLoad: ({ location }) => {
    if (readFailure(location.state) === null) throw redirect({ to: "/payment", replace: true });
  },
  component: ErrorPage,
});

function ErrorPage() {
  useTitle("Payment not made");
  const failure = readFailure(usePageLocation().state);
  return failure && <PaymentError failure={failure} />;
}
