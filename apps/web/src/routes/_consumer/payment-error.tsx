import { createFileRoute, useLocation } from "@tanstack/react-router";
import { PaymentError } from "../../features/payments/failure/payment-error.tsx";
import { readFailure } from "../../features/payments/failure/payment-failure.ts";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_consumer/payment-error")({ component: ErrorPage });

function ErrorPage() {
  useTitle("Payment not made");
  const { state } = useLocation();
  return <PaymentError failure={readFailure(state)} />;
}
