import { TrendingDown, TrendingUp } from "lucide-react";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { Amount } from "../../../ui/amount.tsx";
import { formatDayRange } from "../../../ui/dates.ts";
import { DayStrip } from "../../../ui/day-strip.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { ChartLegend, MonthChart } from "../../../ui/month-chart.tsx";
import { Card } from "../../../ui/page.tsx";
import { Figure } from "../../../ui/stats.tsx";
import { Heading, Text } from "../../../ui/typography.tsx";
import { centsOf } from "../../../kit/cents.ts";
import { monthsInCents } from "../../../features/payments/month-volume.tsx";
import { describeGrowth, monthRemark, paymentDays } from "./figures.ts";
import styles from "./statement.module.css";

/** More than a year of payments of any household. */
const newest = 200;

type Dashboard = Outputs["payments"]["dashboard"];

/** The month on one sheet: what was paid, how that compares, the three totals, and a year of months. */
export function Statement({ dashboard }: { dashboard: Dashboard }) {
  return (
    <Card as="section" pad={false} label="Summary" className={styles.statement}>
      <ThisMonth dashboard={dashboard} />
      <dl className={styles.rest}>
        <Total label="Total" {...dashboard.total} />
        <Total label="Pending" {...dashboard.pending} />
        <Total label="Success" {...dashboard.success} />
      </dl>
      <Year months={dashboard.months} />
    </Card>
  );
}

function ThisMonth({ dashboard }: { dashboard: Dashboard }) {
  const thisCents = centsOf(dashboard.thisMonth);
  const lastMonth = dashboard.months.at(-2)?.month ?? "";
  const growth = describeGrowth({
    thisCents,
    lastCents: centsOf(dashboard.lastMonth),
    percent: dashboard.growthPercent,
    lastName: new Date(`${lastMonth}-01T00:00:00Z`).toLocaleDateString("en-US", { month: "long", timeZone: "UTC" }),
  });
  return (
    <div className={styles.lead}>
      <div className={styles.top}>
        <Heading size="label" muted>
          Payments this month
        </Heading>
        <Text size="note" muted>
          {formatDayRange(new Date(dashboard.month.from), new Date())}
        </Text>
      </div>
      <p className={styles.figure}>
        <Amount cents={thisCents} size={60} />
      </p>
      <div className={styles.growth}>
        {growth.direction !== "same" && <Icon icon={growth.direction === "more" ? TrendingUp : TrendingDown} />}
        <Text size="note" muted>
          {growth.percent && <strong>{growth.percent}</strong>} {growth.words}
        </Text>
      </div>
    </div>
  );
}

function Total({ label, count, amount }: { label: string; count: number; amount: number }) {
  return (
    <div>
      <Text as="dt" size="label" muted>
        {label}
      </Text>
      <dd>
        <Figure>{count.toLocaleString("en-US")}</Figure>
      </dd>
      <Text as="dd" size="note" muted>
        <Amount cents={centsOf(amount)} />
      </Text>
    </div>
  );
}

function Year({ months }: { months: Dashboard["months"] }) {
  const { inCents, isEmpty } = monthsInCents(months);
  return (
    <div className={styles.year}>
      <div className={styles.top}>
        <Heading size="label" muted>
          Last 12 months
        </Heading>
        {!isEmpty && <ChartLegend />}
      </div>
      <MonthChart
        height={104}
        label="Payments by month"
        months={inCents.map((month, index) => ({
          ...month,
          remark: monthRemark(month.settledCents, inCents[index - 1]?.settledCents),
        }))}
        currentMonth={months.at(-1)?.month}
      />
      {isEmpty ? (
        <Text muted className={styles.none}>
          No data available
        </Text>
      ) : (
        <Days months={months.map(({ month }) => month)} />
      )}
    </div>
  );
}

/** What varies in a year of level rent: on which days it was paid. */
function Days({ months }: { months: string[] }) {
  const { data } = trpc.payments.list.useQuery({ limit: newest });
  return (
    <div className={styles.days}>
      <Heading as="h3" size="label" muted>
        Paid on day
      </Heading>
      <DayStrip label="Payments by day of the month" months={paymentDays(months, data?.items ?? [])} />
    </div>
  );
}
