import type { DatabaseOrTransaction } from "@hearth/db/client";
import { paymentTimeZone } from "@hearth/db/lease-place";
import { isRefundOwed, owedCents } from "@hearth/db/owed-refund";
import { disputes } from "@hearth/db/schema/disputes";
import { merchants } from "@hearth/db/schema/merchants";
import { payees } from "@hearth/db/schema/payees";
import { payments } from "@hearth/db/schema/payments";
import { needsAttention, transfers } from "@hearth/db/schema/transfers";
import { users } from "@hearth/db/schema/users";
import type { TransferVerdict } from "@hearth/domain/payments/status";
import { and, desc, eq, isNull, lte, not, type SQL, sql } from "drizzle-orm";

/** Returns the newest disputes of all merchants, with payer and merchant. */
export async function listRecentDisputes(db: DatabaseOrTransaction, limit: number) {
  return db
    .select({
      dispute: disputes,
      timeZone: paymentTimeZone,
      payer: { id: users.id, email: users.email, firstName: users.firstName, lastName: users.lastName, phoneNumber: users.phoneNumber },
      merchant: { id: merchants.id, name: merchants.name, businessType: merchants.businessType, walletAddress: payees.address },
    })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .innerJoin(users, eq(users.id, payments.consumerId))
    .innerJoin(merchants, eq(merchants.id, payments.merchantId))
    .leftJoin(payees, and(eq(payees.merchantId, merchants.id), isNull(payees.endedAt)))
    .orderBy(desc(disputes.createdAt), desc(disputes.id))
    .limit(limit);
}
export type RecentDisputeRow = Awaited<ReturnType<typeof listRecentDisputes>>[number];

/**
 * Counts open disputes in two groups: filed at or before `high`, and after that but at or before `medium`. Returns the oldest time of each.
 * Reads open disputes only, by an index.
 */
export async function countOpenDisputes(db: DatabaseOrTransaction, { high, medium }: Record<"high" | "medium", Date>) {
  const isHigh = lte(disputes.createdAt, high);
  const ofThese = (which: SQL) => ({
    count: sql<number>`(count(*) filter (where ${which}))::int`,
    since: sql<string | null>`min(${disputes.createdAt}) filter (where ${which})`,
  });
  const [row] = await db
    .select({ high: ofThese(isHigh), medium: ofThese(not(isHigh)) })
    .from(disputes)
    .where(and(eq(disputes.status, "open"), lte(disputes.createdAt, medium)));
  if (row === undefined) throw new Error("A count has no row");
  return row;
}

/** Returns the block time of the oldest transfer with this verdict that still needs a review, or null. */
export async function findOldestUnmatched(db: DatabaseOrTransaction, verdict: TransferVerdict): Promise<Date | null> {
  const [row] = await db
    .select({ since: transfers.blockTime })
    .from(transfers)
    .where(and(eq(transfers.verdict, verdict), needsAttention(transfers)))
    .orderBy(transfers.blockTime)
    .limit(1);
  return row?.since ?? null;
}

/** Sums the refunds that merchants owe payers after approved disputes, with the time of the oldest. */
export async function sumOwedRefunds(db: DatabaseOrTransaction) {
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      cents: sql<string>`coalesce(sum(${owedCents}), 0)`.mapWith(Number),
      since: sql<string | null>`min(${disputes.resolvedAt})`,
    })
    .from(disputes)
    .where(isRefundOwed);
  return { count: row?.count ?? 0, cents: row?.cents ?? 0, since: row?.since ? new Date(row.since) : null };
}
