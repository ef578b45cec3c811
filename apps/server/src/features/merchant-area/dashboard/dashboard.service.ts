import { toDateRange } from "@hearth/domain/date-range";
import { disputeResults, disputeStatuses } from "@hearth/domain/disputes/status";
import { urgencySince } from "@hearth/domain/disputes/urgency";
import { limits } from "@hearth/domain/limits";
import type { MerchantStatsInput, TransactionTotalsInput, UserChangesInput } from "@hearth/domain/merchants/filters";
import { publicId } from "@hearth/domain/ids";
import { wireAmount } from "@hearth/domain/money";
import { monthName, monthRange } from "@hearth/domain/time";
import type { Deps } from "../../../deps.ts";
import { paginate, readCursor } from "../../../paging/cursor.ts";
import type { Actor } from "../../../trpc/context.ts";
import { type Figures, moneyOf, readFigures, readFiguresOf } from "../../figures/figures.service.ts";
import { findMerchantWithDisputes, listUserChanges, sumOwed, type UserChangeRow } from "./dashboard.repo.ts";
import {
  type DisputeTotalsView,
  type MerchantStatsView,
  type UserChangePageView,
  viewDisputeTotals,
  viewRecentDispute,
} from "./dashboard.view.ts";
import { viewMoney } from "../../payments/rows/payment-money.view.ts";
import { noMerchant, requireOwnMerchant } from "../../businesses/own-merchant.ts";
import { listTransactions } from "../transactions/transactions.repo.ts";
import { viewCounted, viewTransaction } from "../transactions/transactions.view.ts";

const chartMonths = 12;
const monthKinds = ["pending", "completed", "refunded"] as const;

/**
 * Reads the merchant's figures of the month, in its own time zone unless another is given. They match what the lists show for the same
 * range. Three statements: the merchant with its newest disputes, stored figures, and the newest payments.
 */
export async function readMerchantStats(deps: Deps, actor: Actor, input: MerchantStatsInput): Promise<MerchantStatsView> {
  const { db } = deps;
  const now = deps.clock.now();
  const merchant = await findMerchantWithDisputes(db, actor.userId, {
    urgentSince: urgencySince("high", now),
    limit: limits.recentPayments,
  });
  if (merchant === null) throw noMerchant();
  const timeZone = input.timeZone ?? merchant.timeZone;
  const month = monthRange(now, timeZone);
  const offsets = Array.from({ length: chartMonths }, (_, index) => index + 1 - chartMonths);
  const months = offsets.map((offset) => ({ range: monthRange(now, timeZone, offset), kinds: monthKinds }));
  const [[ever, thisMonth, ...chart], recent] = await Promise.all([
    readFigures(db, merchant.id, [
      { range: {}, kinds: ["completed", "refunded", "dispute:open"] },
      { range: month, kinds: [...monthKinds, "enrolled", "left"] },
      ...months,
    ]),
    listTransactions(db, { merchantId: merchant.id, limit: limits.recentPayments }),
  ]);
  if (!ever || !thisMonth) throw new Error("A range has no figures");
  const [newUsers, lostUsers] = [thisMonth("enrolled").count, thisMonth("left").count];
  return {
    dateRange: { startOfMonth: month.from.toISOString(), endOfMonth: new Date(month.to.getTime() - 1).toISOString() },
    timeZone,
    completedTransactions: viewCounted(thisMonth("completed")),
    pendingTransactions: viewCounted(thisMonth("pending")),
    revenue: { month: viewMoney(moneyOf(thisMonth)), total: viewMoney(moneyOf(ever)) },
    openDisputes: ever("dispute:open").count,
    urgentDisputes: merchant.urgentDisputes,
    userChanges: { newUsers, lostUsers, netChange: newUsers - lostUsers },
    months: chart.map((figures, index) => viewMonth(monthName(now, timeZone, offsets[index]), figures)),
    recentTransactions: recent.map(viewTransaction),
    recentDisputes: merchant.recentDisputes.map((row) => viewRecentDispute(row, now)),
  };
}

function viewMonth(month: string, figures: Figures): MerchantStatsView["months"][number] {
  const { grossCents, refundedCents } = moneyOf(figures);
  return { month, completed: wireAmount(grossCents - refundedCents), pending: wireAmount(figures("pending").cents) };
}

/** Sums the disputes filed within the dates, by status and result. */
export async function readDisputeTotals(deps: Deps, actor: Actor, input: TransactionTotalsInput): Promise<DisputeTotalsView> {
  const merchant = await requireOwnMerchant(deps, actor);
  const range = toDateRange(input, input.timeZone ?? merchant.timeZone);
  const kinds = [...disputeStatuses, ...disputeResults].map((kind) => `dispute:${kind}` as const);
  const [figures, owed] = await Promise.all([readFiguresOf(deps.db, merchant.id, range, kinds), sumOwed(deps.db, merchant.id, range)]);
  return viewDisputeTotals(figures, owed);
}

/** Returns a page of the people who enrolled with the merchant this month or left it, newest first. */
export async function readUserChanges(deps: Deps, actor: Actor, input: UserChangesInput): Promise<UserChangePageView> {
  const merchant = await requireOwnMerchant(deps, actor);
  const range = monthRange(deps.clock.now(), input.timeZone ?? merchant.timeZone);
  const before = input.cursor === undefined ? undefined : readCursor("enrollment", input.cursor);
  const rows = await listUserChanges(deps.db, merchant.id, { range, before, limit: input.limit + 1 });
  const { page, nextCursor } = paginate("enrollment", rows, input.limit, ({ at, id }) => ({ at, id }));
  const items = page.map(({ id, change, at, ...person }) => {
    return { id: `${publicId("enrollment", id)}-${change}`, change, at: at.toISOString(), ...viewPerson(merchant.id, person) };
  });
  return { items, nextCursor };
}

/** Hides the apartment of a person who has moved to another merchant, since it is not this merchant's to know. */
function viewPerson(merchantId: string, person: Pick<UserChangeRow, "firstName" | "lastName" | "aptNumber" | "enrolledMerchantId">) {
  const { firstName, lastName, aptNumber, enrolledMerchantId } = person;
  return { firstName, lastName, aptNumber: enrolledMerchantId === merchantId ? aptNumber : null };
}
