import { toDateRange } from "@hearth/domain/date-range";
import { highUrgencySince } from "@hearth/domain/disputes/urgency";
import { limits } from "@hearth/domain/limits";
import type { MerchantStatsInput, TransactionTotalsInput } from "@hearth/domain/merchants/filters";
import { wireAmount } from "@hearth/domain/money";
import { monthName, monthRange } from "@hearth/domain/time";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../trpc/context.ts";
import {
  countOpenDisputes,
  countUserChanges,
  disputeTotals,
  listRecentDisputes,
  listUserChanges,
  sumMerchant,
  type UserChangeRow,
} from "./dashboard.repo.ts";
import {
  type DisputeTotalsView,
  type MerchantStatsView,
  type UserChangeView,
  viewDisputeTotals,
  viewRecentDispute,
} from "./dashboard.view.ts";
import { viewMoney } from "../payments/rows/payment-money.view.ts";
import { readRefundStatuses } from "../refunds/refund-status.ts";
import { requireOwnMerchant } from "./own-merchant.ts";
import { listTransactions, sumMoney, totalsByMonth, totalsByStatus } from "./transactions.repo.ts";
import { viewTotals, viewTransaction } from "./transactions.view.ts";

const chartMonths = 12;

/**
 * The merchant's figures of the month, in the merchant's own time zone unless another is given. Each card is one query over the same rows
 * that the lists show for the same range.
 */
export async function readMerchantStats(deps: Deps, actor: Actor, input: MerchantStatsInput): Promise<MerchantStatsView> {
  const merchant = await requireOwnMerchant(deps, actor);
  const { db } = deps;
  const now = deps.clock.now();
  const timeZone = input.timeZone ?? merchant.timeZone;
  const month = monthRange(now, timeZone);
  const [totals, monthMoney, totalMoney, months, disputes, changes, recent, recentDisputes] = await Promise.all([
    totalsByStatus(db, { merchantId: merchant.id, range: month }),
    sumMoney(db, { merchantId: merchant.id, status: "completed", range: month }),
    sumMerchant(db, merchant.id),
    readMonths(deps, merchant.id, timeZone),
    countOpenDisputes(db, merchant.id, highUrgencySince(now)),
    countUserChanges(db, merchant.id, month),
    listTransactions(db, { merchantId: merchant.id, limit: limits.recentPayments }),
    listRecentDisputes(db, merchant.id, limits.recentPayments),
  ]);
  const refunds = await readRefundStatuses(
    db,
    recentDisputes.map(({ dispute }) => dispute),
  );
  const { completed, pending } = viewTotals(totals);
  return {
    dateRange: { startOfMonth: month.from.toISOString(), endOfMonth: new Date(month.to.getTime() - 1).toISOString() },
    timeZone,
    completedTransactions: completed,
    pendingTransactions: pending,
    revenue: { month: viewMoney(monthMoney), total: viewMoney(totalMoney) },
    openDisputes: disputes.open,
    urgentDisputes: disputes.urgent,
    userChanges: { ...changes, netChange: changes.newUsers - changes.lostUsers },
    months,
    recentTransactions: recent.map(viewTransaction),
    recentDisputes: recentDisputes.map((row) => viewRecentDispute(row, refunds.get(row.dispute.id) ?? null, now)),
  };
}

async function readMonths(deps: Deps, merchantId: string, timeZone: string): Promise<MerchantStatsView["months"]> {
  const now = deps.clock.now();
  const { from } = monthRange(now, timeZone, 1 - chartMonths);
  const totals = await totalsByMonth(deps.db, { merchantId, range: { from } }, timeZone);
  return Array.from({ length: chartMonths }, (_, index) => {
    const month = monthName(now, timeZone, index + 1 - chartMonths);
    const of = (status: "completed" | "pending") => totals.find((total) => total.month === month && total.status === status);
    return { month, completed: wireAmount(of("completed")?.netCents ?? 0), pending: wireAmount(of("pending")?.cents ?? 0) };
  });
}

/** How many disputes were filed within the dates and about how much, in one query. */
export async function readDisputeTotals(deps: Deps, actor: Actor, input: TransactionTotalsInput): Promise<DisputeTotalsView> {
  const merchant = await requireOwnMerchant(deps, actor);
  const range = toDateRange(input, input.timeZone ?? merchant.timeZone);
  return viewDisputeTotals(await disputeTotals(deps.db, merchant.id, range));
}

/** Who enrolled with the merchant this month, and who left, newest first: the people behind the figure. */
export async function readUserChanges(deps: Deps, actor: Actor, input: MerchantStatsInput): Promise<UserChangeView[]> {
  const merchant = await requireOwnMerchant(deps, actor);
  const month = monthRange(deps.clock.now(), input.timeZone ?? merchant.timeZone);
  const rows = await listUserChanges(deps.db, merchant.id, month);
  const changes = rows.flatMap(({ id, startedAt, endedAt, ...person }) => [
    { id: `${id}-enrolled`, change: "enrolled" as const, at: startedAt, ...viewPerson(merchant.id, person) },
    ...(endedAt === null ? [] : [{ id: `${id}-left`, change: "left" as const, at: endedAt, ...viewPerson(merchant.id, person) }]),
  ]);
  return changes
    .filter(({ at }) => at >= month.from && at < month.to)
    .toSorted((left, right) => right.at.getTime() - left.at.getTime())
    .map(({ at, ...change }) => ({ ...change, at: at.toISOString() }));
}

/** Whoever lives elsewhere now has another apartment, which is not this merchant's to know. */
function viewPerson(merchantId: string, person: Pick<UserChangeRow, "firstName" | "lastName" | "aptNumber" | "enrolledMerchantId">) {
  const { firstName, lastName, aptNumber, enrolledMerchantId } = person;
  return { firstName, lastName, aptNumber: enrolledMerchantId === merchantId ? aptNumber : null };
}
