import { createFileRoute } from "@tanstack/react-router";
import { RecurringSetup } from "../../../features/payments/setup/recurring-setup.tsx";
import { utils } from "../../../lib/trpc.ts";
import { useTitle } from "../../../lib/use-title.ts";

export const Route = createFileRoute("/_consumer/_enrolled/setup-recurring")({
  loader: () => void utils.merchant.listAll.prefetch(),
  component: RecurringPage,
});

function RecurringPage() {
  useTitle("Recurring payment");
  return <RecurringSetup />;
}
