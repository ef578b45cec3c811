import type { DatabaseOrTransaction } from "@hearth/db/client";
import { refundsForDispute, isRefundOwed, leftCents, owedCents } from "@hearth/db/owed-refund";
import { disputes } from "@hearth/db/schema/disputes";
import { enrollments } from "@hearth/db/schema/enrollments";
import { payments } from "@hearth/db/schema/payments";
import { users } from "@hearth/db/schema/users";
import type { OpenRange } from "@hearth/domain/date-range";
import type { TimeRange } from "@hearth/domain/time";
import { and, desc, eq, gte, lt, lte, type SQL, sql } from "drizzle-orm";
import type { CursorPosition } from "../../../paging/cursor.ts";

/** Counts a merchant's open disputes that were filed at or before a time. */
export function countDisputesOpenSince(db: DatabaseOrTransaction, merchantId: string, since: Date): Promise<number> {
  return db.$count(disputes, and(eq(disputes.merchantId, merchantId), sql`${disputes.status} = 'open'`, lte(disputes.createdAt, since)));
}

/** Sums the refunds that a merchant still owes after approved disputes filed within a range. */
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

/** Returns the newest disputes about a merchant's payments, with the payers who filed them. */
export async function listRecentDisputes(db: DatabaseOrTransaction, merchantId: string, limit: number) {
  return db
    .select({
      dispute: disputes,
      given: refundsForDispute,
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

/** A person's enrollment with a merchant, or their leaving it. */
export interface UserChangeRow {
  /** The enrollment's id. */
  id: string;
  change: "enrolled" | "left";
  at: Date;
  firstName: string;
  lastName: string;
  aptNumber: string | null;
  enrolledMerchantId: string | null;
}

/** Returns enrollments and departures within a range, newest first, after a cursor position. Each kind uses an index of its own. */
export async function listUserChanges(
  db: DatabaseOrTransaction,
  merchantId: string,
  { range, before, limit }: { range: TimeRange; before: CursorPosition | undefined; limit: number },
): Promise<UserChangeRow[]> {
  const [from, to] = [range.from.toISOString(), range.to.toISOString()];
  const changesOf = (change: UserChangeRow["change"], at: SQL) => sql`
    select e.id, e.user_id, ${change}::text as change, date_trunc('milliseconds', ${at}) as at from ${enrollments} e
    where e.merchant_id = ${merchantId} and ${at} >= ${from}::timestamptz and ${at} < ${to}::timestamptz`;
  const isBehind = before === undefined ? sql`true` : sql`(c.at, c.id) < (${before.at.toISOString()}::timestamptz, ${before.id}::uuid)`;
  const rows = await db.execute<Omit<UserChangeRow, "at"> & { at: string }>(sql`
    select c.id, c.change, to_json(c.at) #>> '{}' as at, u.first_name as "firstName", u.last_name as "lastName", u.apt_number as "aptNumber",
      u.enrolled_merchant_id as "enrolledMerchantId"
    from (${changesOf("enrolled", sql`e.started_at`)} union all ${changesOf("left", sql`e.ended_at`)}) c join ${users} u on u.id = c.user_id
    where ${isBehind} order by c.at desc, c.id desc, c.change limit ${limit}`);
  return rows.map(({ id, change, at, firstName, lastName, aptNumber, enrolledMerchantId }) => {
    return { id, change, at: new Date(at), firstName, lastName, aptNumber, enrolledMerchantId };
  });
}
