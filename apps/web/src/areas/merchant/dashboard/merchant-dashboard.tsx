import { Suspense } from "react";
import { isSettled } from "../../../lib/loading/is-settled.ts";
import { formatDayRange } from "../../../ui/dates.ts";
import { PageHead, Section } from "../../../ui/page.tsx";
import { SkeletonLedger } from "../../../ui/skeleton.tsx";
import { EmailNote } from "../../../features/auth/email-note.tsx";
import { DashboardBody } from "../../../kit/dashboard.tsx";
import { useWording } from "../../../kit/words.ts";
import { BusinessNote } from "../business-note.tsx";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { useMerchantStats, useRefetchInterval } from "../live.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { MonthFigures } from "./month-figures.tsx";
import { monthAlone, monthSentence } from "./month-words.ts";
import { UnpaidTenants } from "./unpaid-tenants.tsx";
import styles from "./dashboard.module.css";

// Loaded after the figures, or on demand: only new businesses need the first steps.
const NeedsAttention = lazyPart(async () => (await import("./needs-attention.tsx")).NeedsAttention);
const Desk = lazyPart(async () => (await import("./desk.tsx")).Desk);
const FirstSteps = lazyPart(async () => (await import("./first-steps.tsx")).FirstSteps);
const YearChart = lazyPart(async () => (await import("./year-chart.tsx")).YearChart);
const NewestRecords = lazyPart(async () => (await import("./newest-records.tsx")).NewestRecords);

const liveMs = 15_000;

/** Merchant dashboard: the month to date, the last twelve months and the newest records. */
export function MerchantDashboard({ onShowUsers }: { onShowUsers: () => void }) {
  const reword = useWording();
  const stats = useMerchantStats({ live: true });
  const refetchInterval = useRefetchInterval(liveMs);
  const unpaidRead = trpc.merchant.unpaidTenants.useQuery({}, { refetchInterval });
  const attentionRead = trpc.merchant.attention.useQuery(undefined, { refetchInterval });
  const buildingRead = trpc.rent.building.useQuery({}, { refetchInterval });
  const deskRead = trpc.merchant.desk.useQuery(undefined, { refetchInterval });
  const { data: unpaid } = unpaidRead;
  const building = buildingRead.data;
  const hasLeases = building?.properties.some(({ units }) => units.some(({ lease }) => lease !== null)) ?? false;
  const { data: attention } = attentionRead;
  // Waits for everything above the figures, so that nothing shifts.
  const notes = [trpc.auth.emailStanding.useQuery(), trpc.merchant.business.useQuery()];
  const isComplete = [unpaidRead, attentionRead, buildingRead, deskRead, ...notes].every(isSettled);
  const { isError, isFetching, refetch } = stats;
  const data = isComplete ? stats.data : undefined;
  return (
    <>
      <PageHead title={reword(titleOf(unpaid, hasLeases ? building : undefined))} sub={data ? monthToDate(data) : <>&nbsp;</>} />
      <div className={styles.note}>
        <EmailNote />
        <BusinessNote />
      </div>
      <DashboardBody figures={{ data, isError, isFetching, refetch }}>
        {(data) => (
          <>
            {data.revenue.total.grossAmount === 0 && (
              <Suspense>
                <FirstSteps />
              </Suspense>
            )}
            <Suspense fallback={<SkeletonLedger rows={8} />}>
              {attention && <NeedsAttention waiting={attention} desk={deskRead.data} />}
              {hasLeases && building && deskRead.data && <Desk building={building} desk={deskRead.data} liveMs={refetchInterval} />}
            </Suspense>
            {!hasLeases && unpaid && <UnpaidTenants unpaid={unpaid} />}
            <Section title="Through Hearth">
              <MonthFigures stats={data} onShowUsers={onShowUsers} />
            </Section>
            <Suspense fallback={<SkeletonLedger rows={5} />}>
              <YearChart months={data.months} hasLeases={hasLeases} />
            </Suspense>
            <Suspense>
              <NewestRecords stats={data} />
            </Suspense>
          </>
        )}
      </DashboardBody>
    </>
  );
}

/** Title of the dashboard: how many tenants have paid for the month, or without leases, how many have paid in it. */
function titleOf(unpaid: Outputs["merchant"]["unpaidTenants"] | undefined, building: Outputs["rent"]["building"] | undefined): string {
  if (building) return monthSentence(building);
  return unpaid ? paidSentence(unpaid) : "Month to date";
}

/** Title of a business without leases, with the number of tenants who have paid: `14 of 16 tenants have paid in November.` */
function paidSentence({ enrolled, paid, isAll, month }: Outputs["merchant"]["unpaidTenants"]): string {
  if (enrolled === 0) return "Month to date";
  const name = monthAlone(month);
  if (!isAll) return `At least ${(enrolled - paid).toLocaleString("en-US")} tenants have not paid in ${name}.`;
  if (paid === enrolled) return `Everyone has paid in ${name}.`;
  return `${paid} of ${enrolled} ${enrolled === 1 ? "tenant has" : "tenants have"} paid in ${name}.`;
}

function monthToDate({ dateRange, timeZone }: { dateRange: { startOfMonth: string }; timeZone: string }): string {
  return formatDayRange(new Date(dateRange.startOfMonth), new Date(), timeZone);
}
