import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { merchants } from "@hearth/db/schema/merchants";
import { payments } from "@hearth/db/schema/payments";
import { refundDestinations } from "@hearth/db/schema/refund-destinations";
import { refunds } from "@hearth/db/schema/refunds";
import { users } from "@hearth/db/schema/users";
import { and, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { RefundDestinationRow } from "../ledger/refund-sources.repo.ts";

/** Returns true if the account is closed. Prevents closing it until the transaction ends. */
export async function hasClosed(tx: Transaction, userId: string): Promise<boolean> {
  const [row] = await tx.select({ closedAt: users.closedAt }).from(users).where(eq(users.id, userId)).for("key share");
  return row !== undefined && row.closedAt !== null;
}

/** Stores a request for a wallet. Returns true if this call made the request. */
export async function insertRequest(
  tx: Transaction,
  request: { paymentId: string; payerId: string; requestedAt: Date; requestedBy: string; requestedCents: number },
): Promise<boolean> {
  const { requestedAt, requestedBy, requestedCents } = request;
  const rows = await tx
    .insert(refundDestinations)
    .values(request)
    .onConflictDoUpdate({
      target: refundDestinations.paymentId,
      set: { requestedAt, requestedBy, requestedCents },
      setWhere: isNull(refundDestinations.requestedAt),
    })
    .returning({ id: refundDestinations.paymentId });
  return rows.length > 0;
}

/** A wallet that a payer named for the refunds of a payment. */
export type NamedWallet = Pick<RefundDestinationRow, "address" | "namedAt" | "confirmedBy">;

/** Stores the wallet named by the payer, replacing an earlier one. */
export async function upsertNamed(
  tx: Transaction,
  named: Pick<RefundDestinationRow, "paymentId" | "payerId" | "address" | "namedAt" | "confirmedBy">,
): Promise<void> {
  const { address, namedAt, confirmedBy } = named;
  await tx
    .insert(refundDestinations)
    .values(named)
    .onConflictDoUpdate({ target: refundDestinations.paymentId, set: { address, namedAt, confirmedBy } });
}

/** Deletes the wallet named for a payment's refunds. The merchant's request stays, and is open again. */
export async function deleteNamed(tx: Transaction, paymentId: string): Promise<void> {
  const { paymentId: id, requestedAt } = refundDestinations;
  const none = { address: null, namedAt: null, confirmedBy: null };
  await tx.delete(refundDestinations).where(and(eq(id, paymentId), isNull(requestedAt)));
  await tx.update(refundDestinations).set(none).where(eq(id, paymentId));
}

/** Deletes the ground of a payment's refunds to a named wallet. Returns the statuses of these refunds. */
export async function deleteNamedGround(tx: Transaction, { paymentId, address }: { paymentId: string; address: string }) {
  const isThere = eq(sql`lower(${refunds.toAddress})`, address.toLowerCase());
  const rows = await tx
    .update(refunds)
    .set({ ground: null })
    .where(and(eq(refunds.paymentId, paymentId), eq(refunds.ground, "named"), isThere))
    .returning({ status: refunds.status });
  return rows.map(({ status }) => status);
}

const ownPaid = {
  id: payments.id,
  payerId: payments.consumerId,
  description: payments.description,
  merchant: merchants.name,
};

/** Finds a payer's own completed payment with its merchant. */
export async function findOwnPaid(db: DatabaseOrTransaction, payerId: string, paymentId: string) {
  const [row] = await db
    .select(ownPaid)
    .from(payments)
    .innerJoin(merchants, eq(merchants.id, payments.merchantId))
    .where(and(eq(payments.id, paymentId), eq(payments.consumerId, payerId), eq(payments.status, "completed")));
  return row ?? null;
}
export type OwnPaid = NonNullable<Awaited<ReturnType<typeof findOwnPaid>>>;

/** Lists payments with an open request for a wallet, newest request first. */
export async function listUnnamed(db: DatabaseOrTransaction, payerId: string, limit: number) {
  return db
    .select({ payment: ownPaid, destination: refundDestinations })
    .from(refundDestinations)
    .innerJoin(payments, eq(payments.id, refundDestinations.paymentId))
    .innerJoin(merchants, eq(merchants.id, payments.merchantId))
    .where(
      and(
        eq(refundDestinations.payerId, payerId),
        isNull(refundDestinations.address),
        isNotNull(refundDestinations.requestedAt),
        eq(payments.status, "completed"),
        // A closed business sends no refunds any more.
        isNull(merchants.closedAt),
      ),
    )
    .orderBy(desc(refundDestinations.requestedAt))
    .limit(limit);
}
