import { limits } from "@hearth/domain/limits";
import { wireAmount } from "@hearth/domain/money";
import { monthName, monthRange } from "@hearth/domain/time";
import type { Deps } from "../../deps.ts";
import { listAttention } from "./attention.service.ts";
import { countEverything, listRecentDisputes, refundedByMonth, volumeByMonth } from "./dashboard.repo.ts";
import { type AdminDashboardView, viewRecentDispute } from "./dashboard.view.ts";
import { listRecentTransactions } from "./transactions.service.ts";
import { viewTransaction } from "./transactions.view.ts";

const chartMonths = 12;

/** The admin's first page: how much there is of everything, what is new, a year of months, and what needs attention. */
export async function loadDashboard(deps: Deps, timeZone: string): Promise<AdminDashboardView> {
  const now = deps.clock.now();
  const [totals, recentTransactions, recentDisputes, months, attention] = await Promise.all([
    countEverything(deps.db),
    listRecentTransactions(deps, limits.recentPayments),
    listRecentDisputes(deps.db, limits.recentPayments),
    readMonths(deps, timeZone),
    listAttention(deps),
  ]);
  return {
    ...totals,
    recentTransactions: recentTransactions.map(viewTransaction),
    recentDisputes: recentDisputes.map((row) => viewRecentDispute(row, now)),
    months,
    attention,
  };
}

async function readMonths(deps: Deps, timeZone: string): Promise<AdminDashboardView["months"]> {
  const now = deps.clock.now();
  const offsets = Array.from({ length: chartMonths }, (_, index) => index + 1 - chartMonths);
  const starts = offsets.map((offset) => monthRange(now, timeZone, offset).from);
  const [totals, refunded] = await Promise.all([volumeByMonth(deps.db, starts), refundedByMonth(deps.db, starts)]);
  return offsets.map((offset, index) => {
    const of = (status: "completed" | "pending") => totals.find((total) => total.index === index && total.status === status)?.cents ?? 0;
    const back = refunded.find((month) => month.index === index)?.cents ?? 0;
    return { month: monthName(now, timeZone, offset), completed: wireAmount(of("completed") - back), pending: wireAmount(of("pending")) };
  });
}
