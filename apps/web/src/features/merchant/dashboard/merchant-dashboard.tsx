import { formatDayRange } from "../../../ui/dates.ts";
import { ErrorState } from "../../../ui/empty.tsx";
import { Columns, PageHead, Section, Sheet } from "../../../ui/page.tsx";
import { Loading, Skeleton, SkeletonLedger } from "../../../ui/skeleton.tsx";
import { BusinessNote } from "../business-note.tsx";
import { useMerchantStats } from "../use-merchant-stats.ts";
import styles from "./dashboard.module.css";
import { MonthFigures } from "./month-figures.tsx";
import { RecentDisputes } from "./recent-disputes.tsx";
import { RecentTransactions } from "./recent-transactions.tsx";
import { Year } from "./year.tsx";

/** The merchant's first page: the month to date, a year of months, and what is newest. */
export function MerchantDashboard({ onShowUsers }: { onShowUsers: () => void }) {
  const stats = useMerchantStats({ live: true });
  const { data } = stats;
  return (
    <>
      <PageHead title="Month to date" sub={data ? monthToDate(data) : <>&nbsp;</>} />
      <div className={styles.note}>
        <BusinessNote />
      </div>
      {data ? (
        <>
          <MonthFigures stats={data} onShowUsers={onShowUsers} />
          <Year months={data.months} />
          <div className={styles.newest}>
            <Columns>
              <div>
                <RecentTransactions transactions={data.recentTransactions} timeZone={data.timeZone} />
              </div>
              <div>
                <RecentDisputes disputes={data.recentDisputes} timeZone={data.timeZone} />
              </div>
            </Columns>
          </div>
        </>
      ) : stats.isError ? (
        <Sheet>
          <ErrorState onRetry={() => void stats.refetch()} busy={stats.isFetching}>
            Failed to load dashboard data
          </ErrorState>
        </Sheet>
      ) : (
        <Shape />
      )}
    </>
  );
}

function monthToDate({ dateRange, timeZone }: { dateRange: { startOfMonth: string }; timeZone: string }): string {
  return formatDayRange(new Date(dateRange.startOfMonth), new Date(), timeZone);
}

function Shape() {
  return (
    <>
      <Sheet>
        <Loading label="Loading the dashboard">
          <div className={styles.shape}>
            <Skeleton width="9rem" />
            <Skeleton width="min(16rem, 80%)" height="2.75rem" />
            <Skeleton width="6rem" />
          </div>
        </Loading>
      </Sheet>
      <Section title="Recent transactions">
        <SkeletonLedger />
      </Section>
    </>
  );
}
