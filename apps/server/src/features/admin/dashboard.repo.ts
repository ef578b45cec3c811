import type { DatabaseOrTransaction } from "@hearth/db/client";
import { isRefundOwed, owedCents } from "@hearth/db/owed-refund";
import { refundedCents } from "@hearth/db/payment-money";
import { disputes } from "@hearth/db/schema/disputes";
import { merchants } from "@hearth/db/schema/merchants";
import { payees } from "@hearth/db/schema/payees";
import { payments } from "@hearth/db/schema/payments";
import { refunds } from "@hearth/db/schema/refunds";
import { transfers } from "@hearth/db/schema/transfers";
import { users } from "@hearth/db/schema/users";
import { and, desc, eq, isNull, notInArray, sql } from "drizzle-orm";

/** How many there are of everything. Users are the accounts of every role. */
export async function countEverything(db: DatabaseOrTransaction) {
  const [totalUsers, totalMerchants, totalTransactions, totalDisputes, openDisputes] = await Promise.all([
    db.$count(users),
    db.$count(merchants),
    db.$count(payments),
    db.$count(disputes),
    countOpenDisputes(db),
  ]);
  return { totalUsers, totalMerchants, totalTransactions, totalDisputes, openDisputes };
}

/** How many disputes are waiting for a decision. */
export async function countOpenDisputes(db: DatabaseOrTransaction): Promise<number> {
  return db.$count(disputes, eq(disputes.status, "open"));
}

/** The newest disputes of all, with who filed them against whom. */
export async function listRecentDisputes(db: DatabaseOrTransaction, limit: number) {
  return db
    .select({
      dispute: disputes,
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
 * Completed and pending payments added up by the months that begin at these moments, in their order; the last has no end. Each sum reads
 * one stretch of the index of statuses and times, which carries the amounts: a year of a million payments takes a tenth of a second.
 */
export async function volumeByMonth(db: DatabaseOrTransaction, monthStarts: Date[]) {
  const times = monthStarts.map((start) => start.toISOString());
  const [starts, ends] = [sql.param(times), sql.param([...times.slice(1), "infinity"])];
  const rows = await db.execute<{ index: number; status: "completed" | "pending"; cents: string }>(sql`
    select (month.place - 1)::int as index, counted.status, (
      select coalesce(sum(${payments.amountCents}), 0)::text from ${payments}
      where ${payments.status} = counted.status and ${payments.createdAt} >= month.start and ${payments.createdAt} < month.until
    ) as cents
    from unnest(${starts}::text[]::timestamptz[], ${ends}::text[]::timestamptz[]) with ordinality as month(start, until, place)
    cross join (values ('completed'), ('pending')) as counted(status)`);
  return rows.map(({ index, status, cents }) => ({ index, status, cents: Number(cents) }));
}

/**
 * What went back of completed payments, by the months their checkouts began in, which begin at these moments, in their order; the last has
 * no end. Only payments with a refund are read, and money goes back for nothing else.
 */
export async function refundedByMonth(db: DatabaseOrTransaction, monthStarts: Date[]): Promise<{ index: number; cents: number }[]> {
  const starts = sql.param(monthStarts.map((start) => start.toISOString()));
  const rows = await db.execute<{ index: number; cents: string }>(sql`
    select width_bucket(${payments.createdAt}, ${starts}::text[]::timestamptz[]) - 1 as index, sum(${refundedCents})::text as cents
    from ${payments}
    where ${payments.id} in (select ${refunds.paymentId} from ${refunds}) and ${payments.status} = 'completed'
      and ${payments.createdAt} >= (${starts}::text[]::timestamptz[])[1]
    group by 1`);
  return rows.map(({ index, cents }) => ({ index, cents: Number(cents) }));
}

/** When the open disputes were filed. */
export async function listOpenDisputeTimes(db: DatabaseOrTransaction, limit: number): Promise<Date[]> {
  const rows = await db
    .select({ createdAt: disputes.createdAt })
    .from(disputes)
    .where(eq(disputes.status, "open"))
    .orderBy(disputes.createdAt)
    .limit(limit);
  return rows.map(({ createdAt }) => createdAt);
}

/** Money that reached a merchant, completes nothing and was neither set aside nor sent back, by what it turned out to be, and since when. */
export async function sumOddTransfers(db: DatabaseOrTransaction) {
  return db
    .select({
      verdict: transfers.verdict,
      count: sql<number>`count(*)::int`,
      usdcUnits: sql<string>`sum(${transfers.usdcUnits})`.mapWith(BigInt),
      since: sql<string>`min(${transfers.blockTime})`.mapWith((value: string) => new Date(value)),
    })
    .from(transfers)
    .where(
      and(
        notInArray(transfers.verdict, ["matched", "part"]),
        isNull(transfers.reorgedAt),
        isNull(transfers.setAsideAt),
        isNull(transfers.sentBackBy),
      ),
    )
    .groupBy(transfers.verdict);
}

/** What merchants owe payers after approved disputes and have not paid back yet, and since when. */
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
