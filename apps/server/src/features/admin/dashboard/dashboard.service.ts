import type { FigureKind } from "@hearth/db/schema/figures";
import { disputeStatuses } from "@hearth/domain/disputes/status";
import { urgencySince } from "@hearth/domain/disputes/urgency";
import { limits } from "@hearth/domain/limits";
import { wireAmount } from "@hearth/domain/money";
import { paymentStatuses } from "@hearth/domain/payments/status";
import { monthName, monthRange } from "@hearth/domain/time";
import type { Deps } from "../../../deps.ts";
import { type Figures, moneyOf, oddKinds, readFigures, readFiguresOf } from "../../figures/figures.service.ts";
import { listAttention } from "./attention.service.ts";
import { readWaiting } from "./dashboard.repo.ts";
import { type AdminDashboardView, viewRecentDispute } from "./dashboard.view.ts";
import { listRecentTransactions } from "../transactions/transactions.service.ts";
import { viewTransaction } from "../transactions/transactions.view.ts";

const chartMonths = 12;
const monthKinds = ["pending", "completed", "refunded"] as const;
const disputeKinds = disputeStatuses.map((status) => `dispute:${status}` as const);

/** Loads the admin's dashboard: totals, the newest transactions and disputes, twelve months of figures, and what needs attention. Three statements. */
export async function loadDashboard(deps: Deps, timeZone: string): Promise<AdminDashboardView> {
  const now = deps.clock.now();
  const offsets = Array.from({ length: chartMonths }, (_, index) => index + 1 - chartMonths);
  const months = offsets.map((offset) => ({ range: monthRange(now, timeZone, offset), kinds: monthKinds }));
  const urgency = { high: urgencySince("high", now), medium: urgencySince("medium", now) };
  const [[ever, ...chart], recentTransactions, waiting] = await Promise.all([
    readFigures(deps.db, null, [{ range: {}, kinds: [...paymentStatuses, "users", "merchants", ...disputeKinds, ...oddKinds] }, ...months]),
    listRecentTransactions(deps, limits.recentPayments),
    readWaiting(deps.db, { chainId: deps.network.chainId, ...urgency, limit: limits.recentPayments }),
  ]);
  if (!ever) throw new Error("A range has no figures");
  const count = (kinds: readonly FigureKind[]) => kinds.reduce((sum, kind) => sum + ever(kind).count, 0);
  return {
    totalUsers: ever("users").count,
    totalMerchants: ever("merchants").count,
    totalTransactions: count(paymentStatuses),
    totalDisputes: count(disputeKinds),
    openDisputes: ever("dispute:open").count,
    recentTransactions: recentTransactions.map(viewTransaction),
    recentDisputes: waiting.recentDisputes.map((row) => viewRecentDispute(row, now)),
    months: chart.map((figures, index) => viewMonth(monthName(now, timeZone, offsets[index]), figures)),
    attention: listAttention(waiting, ever, now),
  };
}

/** Builds a month of the chart: completed payments minus refunds, and pending payments. */
function viewMonth(month: string, figures: Figures): AdminDashboardView["months"][number] {
  const back = moneyOf(figures).refundedCents;
  return { month, completed: wireAmount(figures("completed").cents - back), pending: wireAmount(figures("pending").cents) };
}

/** Counts open disputes. */
export async function countOpenDisputes({ db }: Pick<Deps, "db">): Promise<number> {
  return (await readFiguresOf(db, null, {}, ["dispute:open"]))("dispute:open").count;
}
