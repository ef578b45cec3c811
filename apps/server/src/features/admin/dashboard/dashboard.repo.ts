import type { DatabaseOrTransaction } from "@hearth/db/client";
import { isRefundOwed, owedCents } from "@hearth/db/owed-refund";
import { disputes } from "@hearth/db/schema/disputes";
import { merchants } from "@hearth/db/schema/merchants";
import { payees } from "@hearth/db/schema/payees";
import { payments } from "@hearth/db/schema/payments";
import { asksForALook, transfers } from "@hearth/db/schema/transfers";
import { users } from "@hearth/db/schema/users";
import type { TransferVerdict } from "@hearth/domain/payments/status";
import { and, desc, eq, isNull, sql } from "drizzle-orm";

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

/** Since when the oldest transfer of a verdict asks for a look; null where none does. */
export async function findOldestOdd(db: DatabaseOrTransaction, verdict: TransferVerdict): Promise<Date | null> {
  const [row] = await db
    .select({ since: transfers.blockTime })
    .from(transfers)
    .where(and(eq(transfers.verdict, verdict), asksForALook(transfers)))
    .orderBy(transfers.blockTime)
    .limit(1);
  return row?.since ?? null;
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
