import { AppLink, TextLink } from "../../../kit/links.tsx";
import { trpc, type Outputs } from "../../../lib/trpc.ts";
import { Page, PageHead } from "../../../ui/page.tsx";
import { RecentDisputes } from "../../../features/disputes/recent-disputes.tsx";
import { DashboardBody } from "../../../kit/dashboard.tsx";
import { MonthVolume } from "../../../features/payments/month-volume.tsx";
import { AttentionList } from "./attention-list.tsx";
import { RecentTransactions } from "../../../features/payments/transaction-parts.tsx";
import { transactionColumn, transactionName } from "../transactions/transaction-columns.tsx";
import { Figure, Stat, Stats } from "../../../ui/stats.tsx";
import styles from "./dashboard.module.css";

const liveMs = 15_000;

const { seal, date, user, merchant, status, amount } = transactionColumn;
const recentColumns = [seal, date, user, merchant, status, amount];

/** Admin dashboard: totals, items that need attention, the volume of a year, and the newest records. */
export function AdminDashboard() {
  const dashboard = trpc.admin.dashboard.useQuery(undefined, { refetchInterval: liveMs });
  return (
    <Page>
      <PageHead title={titleOf(dashboard.data)} />
      <DashboardBody figures={dashboard}>
        {(data) => (
          <>
            <AttentionList items={data.attention} />
            <div className={styles.totals}>
              <Totals dashboard={data} />
            </div>
            <MonthVolume
              title="Volume by month"
              label="Volume by month"
              empty="Nothing was paid in the last twelve months."
              months={data.months}
              height={176}
            />
            <RecentTransactions
              transactions={data.recentTransactions}
              none="No one has paid anything yet."
              all={
                <TextLink size="small" to="/admin/transactions">
                  All transactions
                </TextLink>
              }
              columns={recentColumns}
              cards="wide"
              rowName={transactionName}
              open={({ _id }, props) => <AppLink to="/admin/transactions/$id" params={{ id: _id }} {...props} />}
            />
            <RecentDisputes
              disputes={data.recentDisputes}
              all={
                <TextLink size="small" to="/admin/disputes">
                  All disputes
                </TextLink>
              }
              who={({ userId, merchantId }) => `${userId.firstName} ${userId.lastName}, ${merchantId.name}`}
              open={({ _id }, props) => <AppLink to="/admin/disputes/$id" params={{ id: _id }} {...props} />}
            />
          </>
        )}
      </DashboardBody>
    </Page>
  );
}

/** Page title: the number of items that need attention, once known. */
function titleOf(dashboard: Dashboard | undefined): string {
  const count = dashboard?.attention.length;
  if (count === undefined) return "Dashboard";
  if (count === 0) return "You're all caught up.";
  return count === 1 ? "1 thing needs you." : `${count} things need you.`;
}

type Dashboard = Outputs["admin"]["dashboard"];

/** The five totals, each linked to its list. */
function Totals({ dashboard }: { dashboard: Dashboard }) {
  const { totalUsers, totalMerchants, totalTransactions, totalDisputes, openDisputes } = dashboard;
  return (
    <Stats>
      <Stat label="Users" value={<Count count={totalUsers} />} render={(props) => <AppLink to="/admin/users" {...props} />} />
      <Stat label="Merchants" value={<Count count={totalMerchants} />} render={(props) => <AppLink to="/admin/merchants" {...props} />} />
      <Stat
        label="Transactions"
        value={<Count count={totalTransactions} />}
        render={(props) => <AppLink to="/admin/transactions" {...props} />}
      />
      <Stat label="Disputes" value={<Count count={totalDisputes} />} render={(props) => <AppLink to="/admin/disputes" {...props} />} />
      <Stat
        label="Open disputes"
        value={<Count count={openDisputes} />}
        render={(props) => <AppLink to="/admin/disputes" search={{ status: "open" }} {...props} />}
      />
    </Stats>
  );
}

function Count({ count }: { count: number }) {
  return <Figure>{count.toLocaleString("en-US")}</Figure>;
}
