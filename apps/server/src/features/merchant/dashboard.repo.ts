import type { DatabaseOrTransaction } from "@hearth/db/client";
import { isRefundOwed, owedCents } from "@hearth/db/owed-refund";
import { disputes } from "@hearth/db/schema/disputes";
import { enrollments } from "@hearth/db/schema/enrollments";
import { journalEntries } from "@hearth/db/schema/journal-entries";
import { payments } from "@hearth/db/schema/payments";
import { users } from "@hearth/db/schema/users";
import { wholeCentsOfUnits } from "@hearth/db/usdc";
import type { OpenRange } from "@hearth/domain/date-range";
import type { TimeRange } from "@hearth/domain/time";
import { and, asc, desc, eq, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";

/** What the journal says of everything that ever counted for a merchant's payments, in whole cents. */
export async function sumMerchant(db: DatabaseOrTransaction, merchantId: string): Promise<{ grossCents: number; refundedCents: number }> {
  const { account } = journalEntries;
  const sum = (sums: SQL) => sql<string>`${wholeCentsOfUnits(sql`coalesce(${sums}, 0)`)}`.mapWith(Number);
  const [row] = await db
    .select({
      grossCents: sum(sql`sum(-${journalEntries.units}) filter (where ${account} = 'payment')`),
      refundedCents: sum(sql`sum(${journalEntries.units}) filter (where ${account} = 'returned')`),
    })
    .from(journalEntries)
    .where(and(eq(journalEntries.merchantId, merchantId), inArray(account, ["payment", "returned"])));
  return { grossCents: row?.grossCents ?? 0, refundedCents: row?.refundedCents ?? 0 };
}

/** A merchant's open disputes, and how many of them were filed at or before a moment. */
export async function countOpenDisputes(db: DatabaseOrTransaction, merchantId: string, urgentSince: Date) {
  const [row] = await db
    .select({
      open: sql<number>`count(*)::int`,
      urgent: sql<number>`(count(*) filter (where ${disputes.createdAt} <= ${urgentSince.toISOString()}))::int`,
    })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .where(and(eq(payments.merchantId, merchantId), eq(disputes.status, "open")));
  return { open: row?.open ?? 0, urgent: row?.urgent ?? 0 };
}

/** A merchant's disputes filed within a range, added up by status and result, with what is still to be paid back. */
export async function disputeTotals(db: DatabaseOrTransaction, merchantId: string, { from, to }: OpenRange) {
  return db
    .select({
      status: disputes.status,
      result: disputes.result,
      count: sql<number>`count(*)::int`,
      cents: sql<string>`sum(${disputes.amountCents})`.mapWith(Number),
      chargebackCents: sql<string>`coalesce(sum(${disputes.chargebackCents}), 0)`.mapWith(Number),
      owedCount: sql<number>`(count(*) filter (where ${isRefundOwed}))::int`,
      owedCents: sql<string>`sum(${owedCents})`.mapWith(Number),
    })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .where(and(eq(payments.merchantId, merchantId), from && gte(disputes.createdAt, from), to && lt(disputes.createdAt, to)))
    .groupBy(disputes.status, disputes.result);
}
export type DisputeTotal = Awaited<ReturnType<typeof disputeTotals>>[number];

/** The newest disputes about a merchant's payments, with who filed them. */
export async function listRecentDisputes(db: DatabaseOrTransaction, merchantId: string, limit: number) {
  return db
    .select({
      dispute: disputes,
      paymentId: payments.id,
      payer: { id: users.id, email: users.email, firstName: users.firstName, lastName: users.lastName },
    })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .innerJoin(users, eq(users.id, payments.consumerId))
    .where(eq(payments.merchantId, merchantId))
    .orderBy(desc(disputes.createdAt), desc(disputes.id))
    .limit(limit);
}
export type RecentDisputeRow = Awaited<ReturnType<typeof listRecentDisputes>>[number];

/** How many consumers enrolled with a merchant within a range, and how many left it. */
export async function countUserChanges(db: DatabaseOrTransaction, merchantId: string, { from, to }: TimeRange) {
  const within = (column: typeof enrollments.startedAt | typeof enrollments.endedAt) =>
    sql<number>`(count(*) filter (where ${column} >= ${from.toISOString()} and ${column} < ${to.toISOString()}))::int`;
  const [row] = await db
    .select({ newUsers: within(enrollments.startedAt), lostUsers: within(enrollments.endedAt) })
    .from(enrollments)
    .where(eq(enrollments.merchantId, merchantId));
  return { newUsers: row?.newUsers ?? 0, lostUsers: row?.lostUsers ?? 0 };
}

/** Who enrolled with a merchant or left it within a range, in the order of their enrolling. */
export async function listUserChanges(db: DatabaseOrTransaction, merchantId: string, { from, to }: TimeRange) {
  const { startedAt, endedAt } = enrollments;
  return db
    .select({
      id: enrollments.id,
      firstName: users.firstName,
      lastName: users.lastName,
      aptNumber: users.aptNumber,
      enrolledMerchantId: users.enrolledMerchantId,
      startedAt,
      endedAt,
    })
    .from(enrollments)
    .innerJoin(users, eq(users.id, enrollments.userId))
    .where(
      and(
        eq(enrollments.merchantId, merchantId),
        or(and(gte(startedAt, from), lt(startedAt, to)), and(gte(endedAt, from), lt(endedAt, to))),
      ),
    )
    .orderBy(asc(startedAt), asc(enrollments.id))
    .limit(200);
}
export type UserChangeRow = Awaited<ReturnType<typeof listUserChanges>>[number];
