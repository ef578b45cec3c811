import { createFileRoute } from "@tanstack/react-router";
import { oneOf, searchOf } from "../lib/search.ts";
import { CheckoutPage } from "../features/payments/checkout/checkout-page.tsx";
import { utils } from "../lib/trpc.ts";

export const Route = createFileRoute("/checkout/$reference")({
  validateSearch: searchOf({ way: oneOf(["send", "scan", "card"]) }),
  loader: ({ params: { reference } }) => {
    void utils.payments.network.prefetch();
    void utils.payments.checkout.prefetch({ reference });
  },
  component: Checkout,
});

function Checkout() {
  const { reference } = Route.useParams();
  const { way } = Route.useSearch();
  return <CheckoutPage key={reference} reference={reference} way={way} />;
}
