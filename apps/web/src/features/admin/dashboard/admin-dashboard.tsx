import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { ErrorState } from "../../../ui/empty.tsx";
import { Columns, Page, PageHead, Section, Sheet } from "../../../ui/page.tsx";
import { Loading, Skeleton, SkeletonLedger } from "../../../ui/skeleton.tsx";
import { AttentionList } from "./attention-list.tsx";
import styles from "./dashboard.module.css";
import { RecentDisputes } from "./recent-disputes.tsx";
import { RecentTransactions } from "./recent-transactions.tsx";
import { Totals } from "./totals.tsx";
import { Volume } from "./volume.tsx";

const liveMs = 15_000;

export type Dashboard = Outputs["admin"]["dashboard"];

/** The admin's first page: how much there is of everything, what needs attention, a year of months, and what is newest. */
export function AdminDashboard() {
  const dashboard = trpc.admin.dashboard.useQuery(undefined, { refetchInterval: liveMs });
  const { data } = dashboard;
  return (
    <Page>
      <PageHead title="Dashboard" />
      {data ? (
        <>
          <Totals dashboard={data} />
          <AttentionList items={data.attention} />
          <Volume months={data.months} />
          <div className={styles.newest}>
            <Columns>
              <div className={styles.transactions}>
                <RecentTransactions transactions={data.recentTransactions} />
              </div>
              <div>
                <RecentDisputes disputes={data.recentDisputes} />
              </div>
            </Columns>
          </div>
        </>
      ) : dashboard.isError ? (
        <Sheet>
          <ErrorState onRetry={() => void dashboard.refetch()} busy={dashboard.isFetching}>
            Failed to load dashboard data
          </ErrorState>
        </Sheet>
      ) : (
        <Shape />
      )}
    </Page>
  );
}

function Shape() {
  return (
    <>
      <Sheet>
        <Loading label="Loading the dashboard">
          <div className={styles.shape}>
            <Skeleton width="9rem" />
            <Skeleton width="min(16rem, 80%)" height="2rem" />
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
