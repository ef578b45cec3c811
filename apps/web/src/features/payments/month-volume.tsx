import { Suspense } from "react";
import { Empty } from "../../ui/empty.tsx";
import { Section } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { centsOf } from "../../kit/cents.ts";
import { lazyOptional } from "../../lib/loading/lazy-optional.ts";

// Loaded after the content above it
const ChartLegend = lazyOptional(async () => (await import("../../ui/month-chart.tsx")).ChartLegend);
const MonthChart = lazyOptional(async () => (await import("../../ui/month-chart.tsx")).MonthChart);

/** Height of the chart without its bars, in pixels. */
const nonBarHeight = 48;

interface MonthVolumeProps {
  title: string;
  /** Text alternative of the chart. */
  label: string;
  /** Text if nothing was paid in any month. */
  empty: string;
  /** Oldest first, in dollars. */
  months: readonly { month: string; completed: number; pending: number }[];
  /** Height of the bar area in pixels. */
  height: number;
}

/** Shows the paid and pending volume of recent months. */
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
      <Suspense fallback={<Skeleton width="100%" height={`${height + nonBarHeight}px`} />}>
        <MonthChart label={label} months={inCents} currentMonth={months.at(-1)?.month} height={height} />
      </Suspense>
    </Section>
  );
}

/** A month's sums from the server, in dollars. */
interface MonthSums {
  month: string;
  completed: number;
  pending: number;
}

/** Converts the months to cents, and says whether all of them are empty. */
function monthsInCents(months: readonly MonthSums[]) {
  const inCents = months.map(({ month, completed, pending }) => ({
    month,
    settledCents: centsOf(completed),
    waitingCents: centsOf(pending),
  }));
  return { inCents, isEmpty: inCents.every(({ settledCents, waitingCents }) => settledCents + waitingCents === 0) };
}
