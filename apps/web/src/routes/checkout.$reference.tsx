import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod";
import { CheckoutPage } from "../features/payments/checkout/checkout-page.tsx";
import { utils } from "../lib/trpc.ts";

export const Route = createFileRoute("/checkout/$reference")({
  validateSearch: z.object({ way: z.enum(["send", "scan", "card"]).optional().catch(undefined) }),
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
