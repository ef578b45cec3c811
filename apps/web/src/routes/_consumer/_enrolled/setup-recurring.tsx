import { createFileRoute } from "@tanstack/react-router";
import { prefetchMerchants } from "../../../features/enrollment/late-merchant-lists.ts";
import { RecurringSetup } from "../../../features/payments/setup/recurring-setup.tsx";
import { useTitle } from "../../../lib/use-title.ts";

export const Route = createFileRoute("/_consumer/_enrolled/setup-recurring")({
  loader: () => prefetchMerchants("namedMerchants"),
  component: RecurringPage,
});

function RecurringPage() {
  useTitle("Recurring payment");
  return <RecurringSetup />;
}
