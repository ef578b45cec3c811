import type { DatabaseOrTransaction } from "@hearth/db/client";
import { givenTowards, isRefundOwed, leftCents, owedCents } from "@hearth/db/owed-refund";
import { disputes } from "@hearth/db/schema/disputes";
import { enrollments } from "@hearth/db/schema/enrollments";
import { payments } from "@hearth/db/schema/payments";
import { users } from "@hearth/db/schema/users";
import type { OpenRange } from "@hearth/domain/date-range";
import type { TimeRange } from "@hearth/domain/time";
import { and, asc, desc, eq, gte, lt, lte, or, sql } from "drizzle-orm";

/** How many of a merchant's disputes are open that were filed at or before a moment. */
export function countDisputesOpenSince(db: DatabaseOrTransaction, merchantId: string, since: Date): Promise<number> {
  return db.$count(disputes, and(eq(disputes.merchantId, merchantId), sql`${disputes.status} = 'open'`, lte(disputes.createdAt, since)));
}

/** What a merchant still owes payers after approved disputes that were filed within a range. */
export async function sumOwed(
  db: DatabaseOrTransaction,
  merchantId: string,
  { from, to }: OpenRange,
): Promise<{ count: number; cents: number }> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int`, cents: sql<string>`coalesce(sum(${owedCents}), 0)`.mapWith(Number) })
    .from(disputes)
    .where(and(eq(disputes.merchantId, merchantId), isRefundOwed, from && gte(disputes.createdAt, from), to && lt(disputes.createdAt, to)));
  return { count: row?.count ?? 0, cents: row?.cents ?? 0 };
}

/** The newest disputes about a merchant's payments, with who filed them. */
export async function listRecentDisputes(db: DatabaseOrTransaction, merchantId: string, limit: number) {
  return db
    .select({
      dispute: disputes,
      given: givenTowards,
      leftCents,
      paymentId: payments.id,
      payer: { id: users.id, email: users.email, firstName: users.firstName, lastName: users.lastName },
    })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .innerJoin(users, eq(users.id, payments.consumerId))
    .where(eq(disputes.merchantId, merchantId))
    .orderBy(desc(disputes.createdAt), desc(disputes.id))
    .limit(limit);
}
export type RecentDisputeRow = Awaited<ReturnType<typeof listRecentDisputes>>[number];

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
