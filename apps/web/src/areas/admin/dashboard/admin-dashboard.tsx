import { AppLink, TextLink } from "../../../kit/links.tsx";
import { trpc } from "../../../lib/trpc.ts";
import { ErrorState } from "../../../ui/empty.tsx";
import { Columns, Page, PageHead, Sheet } from "../../../ui/page.tsx";
import { RecentDisputes } from "../../../features/disputes/recent-disputes.tsx";
import { DashboardShape } from "../../../kit/dashboard-shape.tsx";
import { MonthVolume } from "../../../features/payments/month-volume.tsx";
import { AttentionList } from "./attention-list.tsx";
import styles from "./dashboard.module.css";
import { RecentTransactions } from "./recent-transactions.tsx";
import { Totals } from "./totals.tsx";

const liveMs = 15_000;

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
          <MonthVolume
            title="Volume by month"
            label="Volume by month"
            empty="Nothing was paid in the last twelve months."
            months={data.months}
            height={176}
          />
          <div className={styles.newest}>
            <Columns>
              <div className={styles.transactions}>
                <RecentTransactions transactions={data.recentTransactions} />
              </div>
              <div>
                <RecentDisputes
                  disputes={data.recentDisputes}
                  all={
                    <TextLink size="small" to="/admin/disputes">
                      All disputes
                    </TextLink>
                  }
                  who={({ userId, merchantId }) => `${userId.email}, ${merchantId.name}`}
                  open={({ _id }, props) => <AppLink to="/admin/disputes/$id" params={{ id: _id }} {...props} />}
                />
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
        <DashboardShape />
      )}
    </Page>
  );
}
