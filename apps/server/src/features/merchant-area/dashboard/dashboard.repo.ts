import type { DatabaseOrTransaction } from "@hearth/db/client";
import { type GivenPart, isRefundOwed, leftCents, owedCents, readGivenParts, refundsForDispute } from "@hearth/db/owed-refund";
import { merchantOf } from "@hearth/db/merchant-of";
import { disputes } from "@hearth/db/schema/disputes";
import { enrollments } from "@hearth/db/schema/enrollments";
import { merchants } from "@hearth/db/schema/merchants";
import { payments } from "@hearth/db/schema/payments";
import { users } from "@hearth/db/schema/users";
import type { OpenRange } from "@hearth/domain/date-range";
import type { TimeRange } from "@hearth/domain/time";
import { and, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { CursorPosition } from "../../../paging/cursor.ts";

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

/** A dispute about a merchant's payment, with the payer who filed it. */
export interface RecentDisputeRow {
  dispute: Pick<
    typeof disputes.$inferSelect,
    "id" | "code" | "amountCents" | "reason" | "status" | "createdAt" | "result" | "chargebackCents" | "resolvedAt"
  >;
  given: ReturnType<typeof readGivenParts>;
  leftCents: number;
  paymentId: string;
  payer: Pick<typeof users.$inferSelect, "id" | "email" | "firstName" | "lastName">;
}

type Stored<Row> = { [Name in keyof Row]: Date extends Row[Name] ? Exclude<Row[Name], Date> | string : Row[Name] };
type StoredDispute = Omit<RecentDisputeRow, "dispute" | "given"> & { dispute: Stored<RecentDisputeRow["dispute"]>; given: GivenPart[] };

/**
 * Finds the merchant that an account owns or works for, with its time zone and the newest disputes about its payments. Counts the open ones that were filed at or
 * before `urgentSince`. Null without a merchant. One statement.
 */
export async function findMerchantWithDisputes(
  db: DatabaseOrTransaction,
  userId: string,
  { urgentSince, limit }: { urgentSince: Date; limit: number },
) {
  const { id, code, amountCents, reason, status, createdAt, result, chargebackCents, resolvedAt } = disputes;
  const [row] = await db.execute<{ id: string; timeZone: string; urgentDisputes: number; stored: StoredDispute[] }>(sql`
    select m.id, m.time_zone as "timeZone", (
      select count(*)::integer from ${disputes}
      where ${disputes.merchantId} = m.id and ${status} = 'open' and ${createdAt} <= ${urgentSince.toISOString()}::timestamptz
    ) as "urgentDisputes", (
      select coalesce(json_agg(json_build_object('dispute', d.dispute, 'given', d.given, 'leftCents', d.left_cents, 'paymentId', d.payment_id, 'payer', d.payer)
        order by d.created_at desc, d.id desc), '[]')
      from (
        select ${createdAt}, ${id}, ${disputes.paymentId}, ${refundsForDispute} as given, ${leftCents} as left_cents,
          json_build_object('id', ${id}, 'code', ${code}, 'amountCents', ${amountCents}, 'reason', ${reason}, 'status', ${status}, 'createdAt', ${createdAt},
            'result', ${result}, 'chargebackCents', ${chargebackCents}, 'resolvedAt', ${resolvedAt}) as dispute,
          (select json_build_object('id', u.id, 'email', u.email, 'firstName', u.first_name, 'lastName', u.last_name)
            from ${payments} p join ${users} u on u.id = p.consumer_id where p.id = ${disputes.paymentId}) as payer
        from ${disputes} where ${disputes.merchantId} = m.id order by ${createdAt} desc, ${id} desc limit ${limit}
      ) d
    ) as stored
    from ${merchants} m where m.id = ${merchantOf(userId)}`);
  if (row === undefined) return null;
  const recentDisputes = row.stored.map(({ dispute, given, ...rest }): RecentDisputeRow => {
    const filed = {
      ...dispute,
      createdAt: new Date(dispute.createdAt),
      resolvedAt: dispute.resolvedAt === null ? null : new Date(dispute.resolvedAt),
    };
    return { ...rest, dispute: filed, given: readGivenParts(given) };
  });
  return { id: row.id, timeZone: row.timeZone, urgentDisputes: row.urgentDisputes, recentDisputes };
}

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
