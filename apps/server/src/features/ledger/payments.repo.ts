import { hasArrived } from "@hearth/db/arrived-money";
import { cachedQuery, preparedSql } from "@hearth/db/built-once";
import { isBlockAfter } from "@hearth/db/block-seconds";
import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { chainCursors } from "@hearth/db/schema/chain-cursors";
import { paymentEvents } from "@hearth/db/schema/payment-events";
import { payments } from "@hearth/db/schema/payments";
import { refunds } from "@hearth/db/schema/refunds";
import { topUps } from "@hearth/db/schema/top-ups";
import { transfers } from "@hearth/db/schema/transfers";
import type { PaymentOddity, PaymentStatus } from "@hearth/domain/payments/status";
import { and, asc, eq, gt, inArray, isNull, lte, ne, not, or, type SQL, sql } from "drizzle-orm";
import { isNotSetAside } from "../../jobs/set-aside.repo.ts";

export type PaymentRow = typeof payments.$inferSelect;

/** The columns that differ between new payments. */
export type NewPayment = Pick<
  PaymentRow,
  | "consumerId"
  | "merchantId"
  | "payeeId"
  | "payeeAddress"
  | "amountCents"
  | "chainId"
  | "tokenAddress"
  | "paymentType"
  | "description"
  | "aptNumber"
  | "reference"
  | "binding"
  | "code"
  | "createdAt"
  | "updatedAt"
  | "expiresAt"
>;

/**
 * Inserts a payment and its first event. Returns null when the payer already has an open checkout for that merchant and amount. `openedBy`
 * is a landlord who opens it for money that arrived.
 */
export async function insertPayment(
  tx: Transaction,
  payment: NewPayment,
  openedBy = payment.consumerId,
): Promise<Pick<PaymentRow, "id" | "reference"> | null> {
  const { createdAt, updatedAt, expiresAt, ...values } = payment;
  const instants = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString(), expiresAt: expiresAt.toISOString() };
  const [row] = await newPayment(tx).execute({ ...values, ...instants, openedBy });
  return row ? { id: row.id, reference: payment.reference } : null;
}

/** Placeholders of the prepared INSERT. */
const placeholders = {
  consumerId: sql.placeholder("consumerId"),
  merchantId: sql.placeholder("merchantId"),
  payeeId: sql.placeholder("payeeId"),
  payeeAddress: sql.placeholder("payeeAddress"),
  amountCents: sql.placeholder("amountCents"),
  chainId: sql.placeholder("chainId"),
  tokenAddress: sql.placeholder("tokenAddress"),
  paymentType: sql.placeholder("paymentType"),
  description: sql.placeholder("description"),
  aptNumber: sql.placeholder("aptNumber"),
  reference: sql.placeholder("reference"),
  binding: sql.placeholder("binding"),
  code: sql.placeholder("code"),
  createdAt: sql`${sql.placeholder("createdAt")}`,
  updatedAt: sql`${sql.placeholder("updatedAt")}`,
  expiresAt: sql`${sql.placeholder("expiresAt")}`,
} satisfies Record<keyof NewPayment, unknown>;

const newPayment = cachedQuery((db) => {
  const { id, createdAt } = payments;
  const inserted = db.insert(payments).values(placeholders).onConflictDoNothing().returning({ id, createdAt });
  return preparedSql<{ id: string }>(
    db,
    sql`with created as ${inserted},
      first_event as (insert into ${paymentEvents} (payment_id, type, actor_id, at) select id, 'created', ${sql.placeholder("openedBy")}::uuid, created_at from created)
    select id from created`,
    "new_payment",
  );
});

/** Locks the payer's open checkout for that merchant and amount until the transaction ends. */
export async function lockOpenPayment(
  tx: Transaction,
  key: { consumerId: string; merchantId: string; amountCents: number },
): Promise<PaymentRow | null> {
  const [row] = await tx
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.consumerId, key.consumerId),
        eq(payments.merchantId, key.merchantId),
        eq(payments.amountCents, key.amountCents),
        eq(payments.status, "pending"),
      ),
    )
    .for("update");
  return row ?? null;
}

/** Counts a payer's open checkouts. */
export async function countOpenCheckouts(tx: Transaction, consumerId: string, now: Date): Promise<number> {
  return tx.$count(payments, and(eq(payments.consumerId, consumerId), eq(payments.status, "pending"), gt(payments.expiresAt, now)));
}

/** Locks a payment until the transaction ends. */
export async function lockPayment(tx: Transaction, id: string): Promise<PaymentRow | null> {
  const [row] = await tx.select().from(payments).where(eq(payments.id, id)).for("update");
  return row ?? null;
}

/** Locks payments until the transaction ends, in id order, so that concurrent callers cannot deadlock. */
export async function lockPayments(tx: Transaction, ids: string[]): Promise<PaymentRow[]> {
  return tx.select().from(payments).where(isOneOf(ids)).orderBy(asc(payments.id)).for("update");
}

/** Locks the payments with one of these bindings. Leaves out payments with a top-up and bindings shared with a refund. */
export async function lockPaymentsByBinding(tx: Transaction, chainId: number, bindings: string[]): Promise<PaymentRow[]> {
  const ofRefund = sql`exists (select from ${refunds} where ${refunds.binding} = ${payments.binding} and ${refunds.chainId} = ${payments.chainId})`;
  const isToppedUp = sql`exists (select from ${topUps} where ${topUps.paymentId} = ${payments.id})`;
  const isOneOfThese = sql`${payments.binding} = any(${sql.param(bindings)}::text[])`;
  return tx
    .select()
    .from(payments)
    .where(and(eq(payments.chainId, chainId), isOneOfThese, not(ofRefund), not(isToppedUp)))
    .orderBy(asc(payments.id))
    .for("update");
}

/** Finds a payment by its binding or one of its top-ups'. */
export async function findPaymentByBinding(db: DatabaseOrTransaction, chainId: number, binding: `0x${string}`): Promise<PaymentRow | null> {
  const ofTopUp = db.select({ id: topUps.paymentId }).from(topUps).where(eq(topUps.binding, binding));
  const [row] = await db
    .select()
    .from(payments)
    .where(and(or(eq(payments.binding, binding), eq(payments.id, ofTopUp)), eq(payments.chainId, chainId)));
  return row ?? null;
}

/** Returns a payment's merchant. */
export async function findMerchantOfPayment(db: DatabaseOrTransaction, id: string): Promise<string | null> {
  const [row] = await db.select({ merchantId: payments.merchantId }).from(payments).where(eq(payments.id, id));
  return row?.merchantId ?? null;
}

/** Lists the merchants of some payments, without duplicates. */
export async function listMerchantsOfPayments(db: DatabaseOrTransaction, ids: string[]): Promise<string[]> {
  const rows = await db.selectDistinct({ merchantId: payments.merchantId }).from(payments).where(inArray(payments.id, ids));
  return rows.map(({ merchantId }) => merchantId);
}

export async function findPaymentByReference(db: DatabaseOrTransaction, reference: string): Promise<PaymentRow | null> {
  const [row] = await db.select().from(payments).where(eq(payments.reference, reference));
  return row ?? null;
}

/** Returns the payer's own payment; null for somebody else's. */
export async function findOwnPayment(db: DatabaseOrTransaction, id: string, consumerId: string): Promise<PaymentRow | null> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.id, id), eq(payments.consumerId, consumerId)));
  return row ?? null;
}

const ownStatus = cachedQuery((db) =>
  db
    .select({ status: payments.status, hasArrived, transactionHash: transfers.txHash })
    .from(payments)
    .leftJoin(transfers, eq(transfers.id, payments.transferId))
    .where(and(eq(payments.id, sql.placeholder("id")), eq(payments.consumerId, sql.placeholder("consumerId"))))
    .prepare("own_status"),
);

/**
 * Returns the payer's own payment's status, if money has arrived, and the hash of its completing transfer. Null for somebody else's
 * payment.
 */
export async function findOwnStatus(db: DatabaseOrTransaction, id: string, consumerId: string) {
  const [row] = await ownStatus(db).execute({ id, consumerId });
  return row ?? null;
}

/** Passes the ids as one array, so that the statement's text stays the same. */
function isOneOf(ids: string[]): SQL {
  return sql`${payments.id} = any(${sql.param(ids)}::uuid[])`;
}

/** Completes payments with their transfers. Returns the ids completed now; others were completed in the meantime. */
export async function markCompleted(
  tx: Transaction,
  marks: readonly { paymentId: string; transferId: string; oddity: PaymentOddity }[],
  now: Date,
): Promise<string[]> {
  if (marks.length === 0) return [];
  const column = (name: keyof (typeof marks)[number]) => sql.param(marks.map((mark) => mark[name]));
  const rows = await tx
    .update(payments)
    .set({ status: "completed", oddity: sql`mark.oddity`, transferId: sql`mark.transfer_id`, completedAt: now, updatedAt: now })
    .from(
      sql`unnest(${column("paymentId")}::uuid[], ${column("transferId")}::uuid[], ${column("oddity")}::text[]) as mark(payment_id, transfer_id, oddity)`,
    )
    .where(and(sql`${payments.id} = mark.payment_id`, ne(payments.status, "completed"), isNull(payments.transferId)))
    .returning({ id: payments.id });
  return rows.map(({ id }) => id);
}

/** Ends a pending payment. Returns null when it is no longer pending. */
export async function markEnded(
  tx: Transaction,
  id: string,
  set: { status: "cancelled" | "failed"; notes: string | null; now: Date },
): Promise<PaymentRow | null> {
  const [row] = await tx
    .update(payments)
    .set({ status: set.status, notes: set.notes, endedAt: set.now, updatedAt: set.now })
    .where(and(eq(payments.id, id), eq(payments.status, "pending")))
    .returning();
  return row ?? null;
}

/** Reverses the completion of a payment by exactly this transfer. Returns null when another transfer or none completes it. */
export async function markReopened(
  tx: Transaction,
  id: string,
  set: { transferId: string; status: Exclude<PaymentStatus, "completed">; now: Date },
): Promise<PaymentRow | null> {
  const [row] = await tx
    .update(payments)
    .set({ status: set.status, oddity: "none", transferId: null, completedAt: null, updatedAt: set.now })
    .where(and(eq(payments.id, id), eq(payments.transferId, set.transferId)))
    .returning();
  return row ?? null;
}

/** Cursor for listing expired checkouts, by expiry time and id. */
export interface AfterExpired {
  expiresAt: Date;
  id: string;
}

/** Lists pending payments whose checkout has expired by the clock and by the recorded blocks, oldest first, after `after`. */
export async function listExpired(
  db: DatabaseOrTransaction,
  now: Date,
  { after, limit }: { after: AfterExpired | null; limit: number },
): Promise<AfterExpired[]> {
  return db
    .select({ id: payments.id, expiresAt: payments.expiresAt })
    .from(payments)
    .innerJoin(chainCursors, eq(chainCursors.chainId, payments.chainId))
    .where(
      and(
        eq(payments.status, "pending"),
        lte(payments.expiresAt, now),
        isBlockAfter(chainCursors.keptTime, payments.expiresAt),
        isNotSetAside("expire-payment", payments.id, now),
        after
          ? sql`(${payments.expiresAt}, ${payments.id}) > (${after.expiresAt.toISOString()}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(payments.expiresAt, payments.id)
    .limit(limit);
}

/** Returns true when another payment is the payer's open checkout for that merchant and amount. Only one may be open. */
export async function hasOtherOpenPayment(tx: Transaction, payment: PaymentRow): Promise<boolean> {
  const open = await lockOpenPayment(tx, payment);
  return open !== null && open.id !== payment.id;
}
