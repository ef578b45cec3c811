import { isAfter } from "@hearth/db/after";
import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { payeeOf } from "@hearth/db/payee-of";
import { merchants } from "@hearth/db/schema/merchants";
import { paymentRequests } from "@hearth/db/schema/payment-requests";
import { payments } from "@hearth/db/schema/payments";
import { requestPayments } from "@hearth/db/schema/request-payments";
import type { RequestState } from "@hearth/domain/requests/inputs";
import { and, desc, eq, gt, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { CursorPosition } from "../../paging/cursor.ts";

export type RequestRow = typeof paymentRequests.$inferSelect;

/** Inserts a request. Returns null when the merchant already has one with that outside id. */
export async function insertRequest(tx: Transaction, values: typeof paymentRequests.$inferInsert): Promise<RequestRow | null> {
  const [row] = await tx.insert(paymentRequests).values(values).onConflictDoNothing().returning();
  return row ?? null;
}

const inState: Record<RequestState, SQL | undefined> = {
  open: and(isNull(paymentRequests.paidAt), isNull(paymentRequests.withdrawnAt)),
  paid: isNotNull(paymentRequests.paidAt),
  withdrawn: and(isNull(paymentRequests.paidAt), isNotNull(paymentRequests.withdrawnAt)),
};

/** The payment that paid a request, or else the newest one opened for it. */
const payment = sql<{ id: string; status: string } | null>`(
  select json_build_object('id', p.id, 'status', p.status) from ${requestPayments} b join ${payments} p on p.id = b.payment_id
  where b.request_id = ${paymentRequests}.id order by (p.status = 'completed') desc, b.created_at desc limit 1)`;

function selectRequests(db: DatabaseOrTransaction) {
  return db.select({ request: paymentRequests, payment }).from(paymentRequests);
}
export type ListedRequest = Awaited<ReturnType<typeof selectRequests>>[number];

/** Lists a merchant's requests of a state, or all, newest first, after `after`. */
export async function listRequests(
  db: DatabaseOrTransaction,
  {
    merchantId,
    state,
    after,
    limit,
  }: { merchantId: string; state: RequestState | "all"; after: CursorPosition | undefined; limit: number },
): Promise<ListedRequest[]> {
  return selectRequests(db)
    .where(
      and(
        eq(paymentRequests.merchantId, merchantId),
        state === "all" ? undefined : inState[state],
        isAfter(paymentRequests.createdAt, paymentRequests.id, after),
      ),
    )
    .orderBy(desc(paymentRequests.createdAt), desc(paymentRequests.id))
    .limit(limit);
}

export async function findOwnRequest(db: DatabaseOrTransaction, merchantId: string, id: string): Promise<ListedRequest | null> {
  const [row] = await selectRequests(db).where(and(eq(paymentRequests.id, id), eq(paymentRequests.merchantId, merchantId)));
  return row ?? null;
}

/** Locks a merchant's request until the transaction ends; null for another merchant's. */
export async function lockOwnRequest(tx: Transaction, merchantId: string, id: string): Promise<RequestRow | null> {
  const [row] = await tx
    .select()
    .from(paymentRequests)
    .where(and(eq(paymentRequests.id, id), eq(paymentRequests.merchantId, merchantId)))
    .for("no key update");
  return row ?? null;
}

/** Finds a request by its link's reference, with the merchant's name. */
export async function findBill(db: DatabaseOrTransaction, reference: string) {
  const [row] = await db
    .select({ request: paymentRequests, merchant: merchants.name, merchantStatus: merchants.status, payee: payeeOf(merchants.id) })
    .from(paymentRequests)
    .innerJoin(merchants, eq(merchants.id, paymentRequests.merchantId))
    .where(eq(paymentRequests.reference, reference));
  return row ?? null;
}

/** Locks a request until the transaction ends. */
export async function lockRequest(tx: Transaction, id: string): Promise<RequestRow | null> {
  const [row] = await tx.select().from(paymentRequests).where(eq(paymentRequests.id, id)).for("no key update");
  return row ?? null;
}

/** Returns true when somebody else has an open checkout for the request or has paid it. */
export async function isBeingPaidByOther(tx: Transaction, { requestId, payerId, now }: { requestId: string; payerId: string; now: Date }) {
  const [row] = await tx
    .select({ id: payments.id })
    .from(requestPayments)
    .innerJoin(payments, eq(payments.id, requestPayments.paymentId))
    .where(
      and(
        eq(requestPayments.requestId, requestId),
        sql`${payments.consumerId} <> ${payerId}`,
        or(eq(payments.status, "completed"), and(eq(payments.status, "pending"), gt(payments.expiresAt, now))),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** Binds a payment to a request. Returns the request it is bound to, which may be an earlier one. */
export async function bindToRequest(tx: Transaction, values: typeof requestPayments.$inferInsert): Promise<string> {
  await tx.insert(requestPayments).values(values).onConflictDoNothing();
  const found = await findRequestOf(tx, values.paymentId);
  if (found === null) throw new Error("The payment's request was not stored");
  return found;
}

/** Returns the request of a payment, or null. */
export async function findRequestOf(tx: Transaction, paymentId: string): Promise<string | null> {
  const [row] = await tx
    .select({ requestId: requestPayments.requestId })
    .from(requestPayments)
    .where(eq(requestPayments.paymentId, paymentId));
  return row?.requestId ?? null;
}

/** Stores that a request was withdrawn or mailed again. */
export async function updateRequest(
  tx: Transaction,
  id: string,
  set: Partial<Pick<RequestRow, "withdrawnAt" | "mailedAt" | "mailCount">>,
): Promise<void> {
  await tx.update(paymentRequests).set(set).where(eq(paymentRequests.id, id));
}
