import { AppLink, TextLink } from "../../../kit/links.tsx";
import { trpc, type Outputs } from "../../../lib/trpc.ts";
import { Columns, Page, PageHead } from "../../../ui/page.tsx";
import { RecentDisputes } from "../../../features/disputes/recent-disputes.tsx";
import { DashboardBody } from "../../../kit/dashboard.tsx";
import { MonthVolume } from "../../../features/payments/month-volume.tsx";
import { AttentionList } from "./attention-list.tsx";
import { RecentTransactions } from "../../../features/payments/transaction-parts.tsx";
import { Clipped } from "../../../ui/clipped.tsx";
import type { DataTableColumn } from "../../../ui/data-table.tsx";
import { Text } from "../../../ui/typography.tsx";
import { type Transaction, transactionColumn, transactionName } from "../transactions/transaction-list.tsx";
import { Figure, Stat, Stats } from "../../../ui/stats.tsx";
import styles from "./dashboard.module.css";

const liveMs = 15_000;

const { date, status, amount } = transactionColumn;
const parties: DataTableColumn<Transaction> = {
  id: "parties",
  head: "User email and merchant",
  kind: "title",
  cell: ({ userId, merchantId }) => (
    <>
      <Clipped text={userId.email} />
      <Text as="div" size="note" muted>
        <Clipped text={merchantId.name} />
      </Text>
    </>
  ),
};
const recentColumns = [date, parties, status, amount];

/** The admin's first page: how much there is of everything, what needs attention, a year of months, and what is newest. */
export function AdminDashboard() {
  const dashboard = trpc.admin.dashboard.useQuery(undefined, { refetchInterval: liveMs });
  return (
    <Page>
      <PageHead title="Dashboard" />
      <DashboardBody figures={dashboard}>
        {(data) => (
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
                  <RecentTransactions
                    transactions={data.recentTransactions}
                    none="Nobody has paid anything yet."
                    all={
                      <TextLink size="small" to="/admin/transactions">
                        All transactions
                      </TextLink>
                    }
                    columns={recentColumns}
                    rowName={transactionName}
                    open={({ _id }, props) => <AppLink to="/admin/transactions/$id" params={{ id: _id }} {...props} />}
                  />
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
        )}
      </DashboardBody>
    </Page>
  );
}

type Dashboard = Outputs["admin"]["dashboard"];

/** The five totals; each leads to what it counts. */
function Totals({ dashboard }: { dashboard: Dashboard }) {
  const { totalUsers, totalMerchants, totalTransactions, totalDisputes, openDisputes } = dashboard;
  return (
    <Stats>
      <Stat label="Users" value={<Count of={totalUsers} />} render={(props) => <AppLink to="/admin/users" {...props} />} />
      <Stat label="Merchants" value={<Count of={totalMerchants} />} render={(props) => <AppLink to="/admin/merchants" {...props} />} />
      <Stat
        label="Transactions"
        value={<Count of={totalTransactions} />}
        render={(props) => <AppLink to="/admin/transactions" {...props} />}
      />
      <Stat label="Disputes" value={<Count of={totalDisputes} />} render={(props) => <AppLink to="/admin/disputes" {...props} />} />
      <Stat
        label="Open disputes"
        value={<Count of={openDisputes} />}
        render={(props) => <AppLink to="/admin/disputes" search={{ status: "open" }} {...props} />}
      />
    </Stats>
  );
}

function Count({ of }: { of: number }) {
  return <Figure>{of.toLocaleString("en-US")}</Figure>;
}
