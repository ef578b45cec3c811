import { formatUsd } from "@hearth/domain/money";
import { MonthVolume } from "../../../features/payments/month-volume.tsx";
import { centsOf } from "../../../kit/cents.ts";
import { AppLink } from "../../../kit/links.tsx";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { ErrorState } from "../../../ui/empty.tsx";
import { ChartLegend, type ChartMonth, MonthChart } from "../../../ui/month-chart.tsx";
import { Section } from "../../../ui/page.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Text } from "../../../ui/typography.tsx";

/** Height of the bars in pixels. */
const height = 196;

/** Names of the bars' two parts. */
const parts = { settled: "Collected", waiting: "Billed, not collected" };

interface YearChartProps {
  months: Outputs["merchant"]["stats"]["months"];
  hasLeases: boolean;
}

/** The last twelve months: collected against billed, or for a business without leases what it received through Hearth. */
export function YearChart({ months, hasLeases }: YearChartProps) {
  if (hasLeases) return <CollectedMonths />;
  return (
    <MonthVolume
      title="Last 12 months"
      label="Received through Hearth by month"
      empty="No data available"
      months={months}
      height={height}
    />
  );
}

/** Read once in a while: a month that is over hardly changes, and the current one is above. */
const staleMs = 5 * 60_000;

function CollectedMonths() {
  const { data: months, isError, isFetching, refetch } = trpc.merchant.collectedMonths.useQuery(undefined, { staleTime: staleMs });
  return (
    <Section title="Collected by month" end={<ChartLegend {...parts} />}>
      {months ? (
        <>
          <MonthChart
            {...parts}
            label="Collected and billed by month"
            months={months.map(chartMonth)}
            currentMonth={months.at(-1)?.month}
            height={height}
            open={(month, props) => <AppLink to="/merchant/rent-roll" search={{ period: month }} {...props} />}
          />
          <Text size="note" muted>
            Money counts in the month in which it came. Deposits are left out.
          </Text>
        </>
      ) : isError ? (
        <ErrorState onRetry={() => void refetch()} busy={isFetching}>
          Failed to load the months
        </ErrorState>
      ) : (
        <Skeleton width="100%" height={`${height + 48}px`} />
      )}
    </Section>
  );
}

/** A month's bar: what was collected, and what was billed beyond it. */
function chartMonth({ month, billed, paid }: Outputs["merchant"]["collectedMonths"][number]): ChartMonth {
  const [billedCents, paidCents] = [Math.max(0, centsOf(billed)), Math.max(0, centsOf(paid))];
  const dollars = (cents: number) => formatUsd(cents).slice(0, -3);
  return {
    month,
    settledCents: paidCents,
    waitingCents: Math.max(0, billedCents - paidCents),
    value: `${dollars(paidCents)} of ${dollars(billedCents)}`,
  };
}
