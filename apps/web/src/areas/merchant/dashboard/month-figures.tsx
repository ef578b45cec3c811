import { formatUsd } from "@hearth/domain/money";
import { AppLink } from "../../../kit/links.tsx";
import type { Outputs } from "../../../lib/trpc.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Figure, Stat, Stats } from "../../../ui/stats.tsx";
import { centsOf } from "../../../kit/cents.ts";
import { useWording } from "../../../kit/words.ts";
import { zoneDay } from "../../../ui/dates.ts";

type MonthStats = Outputs["merchant"]["stats"];

/** The month's four figures, each linked to its list. */
export function MonthFigures({ stats, onShowUsers }: { stats: MonthStats; onShowUsers: () => void }) {
  const reword = useWording();
  const { completedTransactions, pendingTransactions, revenue, openDisputes, urgentDisputes, userChanges, timeZone } = stats;
  const days = { startDate: zoneDay(new Date(stats.dateRange.startOfMonth), timeZone), endDate: zoneDay(new Date(), timeZone) };
  return (
    <Stats>
      <Stat
        label="Completed transactions"
        value={<Amount cents={centsOf(revenue.month.netAmount)} size={46} />}
        note={receivedText(completedTransactions.count, centsOf(revenue.month.refundedAmount))}
        render={(props) => <AppLink to="/merchant/transactions" search={{ status: "completed", ...days }} {...props} />}
      />
      <Stat
        label="Pending transactions"
        value={<Amount cents={centsOf(pendingTransactions.amount)} size={30} />}
        note={paymentsText(pendingTransactions.count)}
        render={(props) => <AppLink to="/merchant/transactions" search={{ status: "pending", ...days }} {...props} />}
      />
      <Stat
        label="Open disputes"
        value={<Figure>{openDisputes.toLocaleString("en-US")}</Figure>}
        note={urgentDisputes > 0 ? `${urgentDisputes} of high urgency` : "None of high urgency"}
        render={(props) => <AppLink to="/merchant/disputes" search={{ status: "open" }} {...props} />}
      />
      <Stat
        label={reword("Tenant changes")}
        value={<Figure>{signed(userChanges.netChange)}</Figure>}
        note={`${userChanges.newUsers} new, ${userChanges.lostUsers} left`}
        render={(props) => <button type="button" {...props} onClick={onShowUsers} />}
      />
    </Stats>
  );
}

function paymentsText(count: number): string {
  return count === 1 ? "1 payment" : `${count.toLocaleString("en-US")} payments`;
}

/** Says how many payments a net figure includes, and how much was refunded. */
function receivedText(count: number, refundedCents: number): string {
  return refundedCents === 0 ? paymentsText(count) : `${paymentsText(count)} · net, less ${formatUsd(refundedCents)} refunded`;
}

function signed(change: number): string {
  if (change === 0) return "0";
  return change > 0 ? `+${change}` : `−${-change}`;
}
