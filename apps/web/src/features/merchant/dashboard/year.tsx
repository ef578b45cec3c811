import type { Outputs } from "../../../lib/trpc.ts";
import { Empty } from "../../../ui/empty.tsx";
import { ChartLegend, MonthChart } from "../../../ui/month-chart.tsx";
import { Section } from "../../../ui/page.tsx";
import { centsOf } from "../../payments/cents.ts";

/** What was received in each of the last twelve months, and what of it is waiting. */
export function Year({ months }: { months: Outputs["merchant"]["stats"]["months"] }) {
  const inCents = months.map(({ month, completed, pending }) => ({
    month,
    settledCents: centsOf(completed),
    waitingCents: centsOf(pending),
  }));
  const isEmpty = inCents.every(({ settledCents, waitingCents }) => settledCents + waitingCents === 0);
  return (
    <Section title="Last 12 months" end={<ChartLegend />} ruled={isEmpty}>
      {isEmpty ? (
        <Empty>No data available</Empty>
      ) : (
        <MonthChart label="Received by month" months={inCents} currentMonth={months.at(-1)?.month} height={196} />
      )}
    </Section>
  );
}
