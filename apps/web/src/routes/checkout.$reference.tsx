import { createFileRoute } from "@tanstack/react-router";
import { ServerData } from "../kit/server-data.tsx";
import { oneOf, searchOf } from "../lib/search.ts";
import { CheckoutPage } from "../features/payments/checkout/checkout-page.tsx";
import { takeFirstAnswers } from "../features/payments/checkout/first-answers.ts";
import { prefetch } from "../lib/server.ts";

export const Route = createFileRoute("/checkout/$reference")({
  validateSearch: searchOf({ way: oneOf(["send", "scan", "card"]) }),
  loader: ({ params: { reference } }) =>
    prefetch(({ utils }) => {
      takeFirstAnswers(utils);
      return Promise.all([utils.payments.network.prefetch(), utils.payments.checkout.prefetch({ reference })]);
    }),
  component: Checkout,
});

function Checkout() {
  const { reference } = Route.useParams();
  const { way } = Route.useSearch();
  return (
    <ServerData>
      <CheckoutPage key={reference} reference={reference} way={way} />
    </ServerData>
  );
}
