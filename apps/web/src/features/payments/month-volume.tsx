import { Suspense } from "react";
import { Empty } from "../../ui/empty.tsx";
import { Section } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { centsOf } from "../../kit/cents.ts";
import { optional } from "../../kit/optional.ts";

// Below what a dashboard is opened for
const ChartLegend = optional(async () => (await import("../../ui/month-chart.tsx")).ChartLegend);
const MonthChart = optional(async () => (await import("../../ui/month-chart.tsx")).MonthChart);

/** What the chart has above its bars and below them, in pixels. */
const aroundBars = 48;

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
  if (isEmpty) {
    return (
      <Section title={title} ruled>
        <Empty>{empty}</Empty>
      </Section>
    );
  }
  const legend = (
    <Suspense>
      <ChartLegend />
    </Suspense>
  );
  return (
    <Section title={title} end={legend}>
      <Suspense fallback={<Skeleton width="100%" height={`${height + aroundBars}px`} />}>
        <MonthChart label={label} months={inCents} currentMonth={months.at(-1)?.month} height={height} />
      </Suspense>
    </Section>
  );
}

/** A month as the server adds it up, in dollars. */
interface MonthSums {
  month: string;
  completed: number;
  pending: number;
}

/** The months as the chart draws them, in cents, and whether nothing was paid in any of them. */
function monthsInCents(months: readonly MonthSums[]) {
  const inCents = months.map(({ month, completed, pending }) => ({
    month,
    settledCents: centsOf(completed),
    waitingCents: centsOf(pending),
  }));
  return { inCents, isEmpty: inCents.every(({ settledCents, waitingCents }) => settledCents + waitingCents === 0) };
}
