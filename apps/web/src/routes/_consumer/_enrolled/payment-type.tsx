import { createFileRoute } from "@tanstack/react-router";
import { PaymentTypePage } from "../../../features/payments/setup/type-choice.tsx";
import { useTitle } from "../../../lib/use-title.ts";

export const Route = createFileRoute("/_consumer/_enrolled/payment-type")({ component: TypePage });

function TypePage() {
  useTitle("Make a payment");
  const { account } = Route.useRouteContext();
  return <PaymentTypePage merchant={account.merchant} />;
}
