import { growthPercent, monthName, monthRange } from "@hearth/domain/time";
import { wireAmount } from "@hearth/domain/money";
import { limits } from "@hearth/domain/limits";
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { isoTime } from "../../../trpc/wire.ts";
import { listOwnPayments, type MonthTotals, totalsByMonth } from "../rows/listed-payments.repo.ts";
import { paymentView, toPaymentView } from "../rows/payments.view.ts";

const counted = z.strictObject({ count: z.number().int(), amount: z.number() });

/** A consumer's dashboard. Cancelled payments are in no figure and no list. */
export const dashboardView = z.strictObject({
  month: z.strictObject({ from: isoTime, to: isoTime }),
  /** Completed payments of this and the last month, net of refunds, in dollars. */
  thisMonth: z.number(),
  lastMonth: z.number(),
  growthPercent: z.number(),
  /** Pending and completed payments. Failed ones are in no figure. */
  total: counted,
  pending: counted,
  success: counted,
  /** The last twelve months, oldest first, in dollars, net of refunds. */
  months: z.array(z.strictObject({ month: z.string(), completed: z.number(), pending: z.number() })),
  recent: z.array(paymentView),
});
export type DashboardView = z.infer<typeof dashboardView>;

/** Sums a consumer's payments by month of their time zone in one query, and lists the newest five. */
export async function loadDashboard(deps: Deps, consumerId: string, timeZone: string): Promise<DashboardView> {
  const [totals, recent] = await Promise.all([
    totalsByMonth(deps.db, { consumerId, hideCancelled: true }, timeZone),
    listOwnPayments(deps.db, { consumerId, hideCancelled: true, limit: limits.recentPayments }),
  ]);
  const now = deps.clock.now();
  const month = monthRange(now, timeZone);
  const names = Array.from({ length: 12 }, (_, index) => monthName(now, timeZone, index - 11));
  const sum = (filter: (row: MonthTotals) => boolean) => ({
    count: totals.filter(filter).reduce((count, row) => count + row.count, 0),
    cents: totals.filter(filter).reduce((cents, row) => cents + row.cents, 0),
  });
  const paidIn = (name: string | undefined) =>
    totals.filter((row) => row.month === name && row.status === "completed").reduce((cents, row) => cents + row.netCents, 0);
  const pendingIn = (name: string) => sum((row) => row.month === name && row.status === "pending").cents;
  const [thisMonth, lastMonth] = [paidIn(names[11]), paidIn(names[10])];
  return {
    month: { from: month.from.toISOString(), to: month.to.toISOString() },
    thisMonth: wireAmount(thisMonth),
    lastMonth: wireAmount(lastMonth),
    growthPercent: growthPercent(thisMonth, lastMonth),
    total: wire(sum(({ status }) => status === "pending" || status === "completed")),
    pending: wire(sum((row) => row.status === "pending")),
    success: wire(sum((row) => row.status === "completed")),
    months: names.map((name) => ({ month: name, completed: wireAmount(paidIn(name)), pending: wireAmount(pendingIn(name)) })),
    recent: recent.map((row) => toPaymentView(deps, row)),
  };
}

function wire(total: { count: number; cents: number }) {
  return { count: total.count, amount: wireAmount(total.cents) };
}
