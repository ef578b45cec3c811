import { Empty } from "../../ui/empty.tsx";
import { ChartLegend, MonthChart } from "../../ui/month-chart.tsx";
import { Section } from "../../ui/page.tsx";
import { monthsInCents } from "./months-in-cents.ts";

interface MonthVolumeProps {
  title: string;
  /** What the chart shows, for those who do not see it. */
  label: string;
  /** What is said where nothing was paid in any month. */
  empty: string;
  /** Oldest first, in dollars. */
  months: readonly { month: string; completed: number; pending: number }[];
  /** Height of the bars' area, in pixels. */
  height: number;
}

/** What was paid in each of the last months, and what of it is waiting. */
export function MonthVolume({ title, label, empty, months, height }: MonthVolumeProps) {
  const { inCents, isEmpty } = monthsInCents(months);
  return (
    <Section title={title} end={!isEmpty && <ChartLegend />} ruled={isEmpty}>
      {isEmpty ? <Empty>{empty}</Empty> : <MonthChart label={label} months={inCents} currentMonth={months.at(-1)?.month} height={height} />}
    </Section>
  );
}
