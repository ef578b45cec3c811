import { AppLink } from "../../../kit/links.tsx";
import { Figure, Stat, Stats } from "../../../ui/stats.tsx";
import type { Outputs } from "../../../lib/trpc.ts";

type Dashboard = Outputs["admin"]["dashboard"];

/** The five totals; each leads to what it counts. */
export function Totals({ dashboard }: { dashboard: Dashboard }) {
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
