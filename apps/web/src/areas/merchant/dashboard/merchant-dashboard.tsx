import { Suspense } from "react";
import { formatUsd } from "@hearth/domain/money";
import { isSettled } from "../../../lib/loading/is-settled.ts";
import { centsOf } from "../../../kit/cents.ts";
import { formatDayRange } from "../../../ui/dates.ts";
import { PageHead } from "../../../ui/page.tsx";
import { EmailNote } from "../../../features/auth/email-note.tsx";
import { DashboardBody } from "../../../kit/dashboard.tsx";
import { useWording } from "../../../kit/words.ts";
import { MonthVolume } from "../../../features/payments/month-volume.tsx";
import { BusinessNote } from "../business-note.tsx";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { useMerchantStats, useRefetchInterval } from "../live.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { MonthFigures } from "./month-figures.tsx";
import { NeedsAttention } from "./needs-attention.tsx";
import { monthAlone, UnpaidTenants } from "./unpaid-tenants.tsx";
import styles from "./dashboard.module.css";

// Loaded on demand: only new businesses need the first one, and the second one is below everything else.
const FirstSteps = lazyPart(async () => (await import("./first-steps.tsx")).FirstSteps);
const NewestRecords = lazyPart(async () => (await import("./newest-records.tsx")).NewestRecords);

const liveMs = 15_000;

/** Merchant dashboard: the month to date, the last twelve months and the newest records. */
export function MerchantDashboard({ onShowUsers }: { onShowUsers: () => void }) {
  const reword = useWording();
  const stats = useMerchantStats({ live: true });
  const refetchInterval = useRefetchInterval(liveMs);
  const unpaidRead = trpc.merchant.unpaidTenants.useQuery({}, { refetchInterval });
  const attentionRead = trpc.merchant.attention.useQuery(undefined, { refetchInterval });
  const { data: unpaid } = unpaidRead;
  const { data: attention } = attentionRead;
  // Waits for everything above the figures, so that nothing shifts.
  const notes = [trpc.auth.emailStanding.useQuery(), trpc.merchant.business.useQuery()];
  const isComplete = [unpaidRead, attentionRead, ...notes].every(isSettled);
  const { isError, isFetching, refetch } = stats;
  const data = isComplete ? stats.data : undefined;
  return (
    <>
      <PageHead title={unpaid ? reword(paidSentence(unpaid)) : "Month to date"} sub={data ? monthToDate(data) : <>&nbsp;</>} />
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
            <MonthFigures stats={data} onShowUsers={onShowUsers} />
            {attention && <NeedsAttention waiting={attention} />}
            {unpaid && <UnpaidTenants unpaid={unpaid} />}
            <MonthVolume title="Last 12 months" label="Received by month" empty="No data available" months={data.months} height={196} />
            <Suspense>
              <NewestRecords stats={data} />
            </Suspense>
          </>
        )}
      </DashboardBody>
    </>
  );
}

/**
 * Title of the dashboard: how many leases owe rent, or without leases, how many tenants have paid (`14 of 16 tenants have paid in
 * November.`).
 */
function paidSentence({ enrolled, paid, isAll, month, rent }: Outputs["merchant"]["unpaidTenants"]): string {
  if (rent !== null) {
    if (rent.owing === 0) return "No one is past due.";
    const open = formatUsd(centsOf(rent.due));
    return `${rent.owing} of ${rent.leases} ${rent.leases === 1 ? "tenant is" : "tenants are"} past due: ${open}.`;
  }
  if (enrolled === 0) return "Month to date";
  const name = monthAlone(month);
  if (!isAll) return `At least ${(enrolled - paid).toLocaleString("en-US")} tenants have not paid in ${name}.`;
  if (paid === enrolled) return `Everyone has paid in ${name}.`;
  return `${paid} of ${enrolled} ${enrolled === 1 ? "tenant has" : "tenants have"} paid in ${name}.`;
}

function monthToDate({ dateRange, timeZone }: { dateRange: { startOfMonth: string }; timeZone: string }): string {
  return formatDayRange(new Date(dateRange.startOfMonth), new Date(), timeZone);
}
