import { createFileRoute } from "@tanstack/react-router";
import { namedMerchants } from "../../../features/enrollment/merchant-lists.ts";
import { RecurringSetup } from "../../../features/payments/setup/recurring-setup.tsx";
import { queryClient } from "../../../lib/query-client.ts";
import { useTitle } from "../../../lib/use-title.ts";

export const Route = createFileRoute("/_consumer/_enrolled/setup-recurring")({
  loader: () => void queryClient.prefetchQuery(namedMerchants),
  component: RecurringPage,
});

function RecurringPage() {
  useTitle("Recurring payment");
  return <RecurringSetup />;
}
