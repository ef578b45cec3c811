import { Empty } from "../../../ui/empty.tsx";
import { ChartLegend, MonthChart } from "../../../ui/month-chart.tsx";
import { Section } from "../../../ui/page.tsx";
import { centsOf } from "../../payments/cents.ts";
import type { Dashboard } from "./admin-dashboard.tsx";

/** What was paid in each of the last twelve months, over all merchants, and what of it is waiting. */
export function Volume({ months }: { months: Dashboard["months"] }) {
  const inCents = months.map(({ month, completed, pending }) => ({
    month,
    settledCents: centsOf(completed),
    waitingCents: centsOf(pending),
  }));
  const isEmpty = inCents.every(({ settledCents, waitingCents }) => settledCents + waitingCents === 0);
  return (
    <Section title="Volume by month" end={<ChartLegend />} ruled={isEmpty}>
      {isEmpty ? (
        <Empty>Nothing was paid in the last twelve months.</Empty>
      ) : (
        <MonthChart label="Volume by month" months={inCents} currentMonth={months.at(-1)?.month} height={176} />
      )}
    </Section>
  );
}
