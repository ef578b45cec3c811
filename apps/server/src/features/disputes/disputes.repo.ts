import { isAfter } from "@hearth/db/after";
import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { disputes } from "@hearth/db/schema/disputes";
import { merchants } from "@hearth/db/schema/merchants";
import { payments } from "@hearth/db/schema/payments";
import { transfers } from "@hearth/db/schema/transfers";
import { users } from "@hearth/db/schema/users";
import type { OpenRange } from "@hearth/domain/date-range";
import { cancelledByUser, type DisputeResult, type DisputeStatus } from "@hearth/domain/disputes/status";
import { and, desc, eq, gte, ilike, lt, or } from "drizzle-orm";

export type DisputeRow = typeof disputes.$inferSelect;
export type NewDispute = typeof disputes.$inferInsert;

/**
 * Who is looking, which decides what there is: a payer has the disputes about own payments, a merchant those about payments to the merchant
 * this account owns, `party` is both at once, and an administrator has all.
 */
export interface Viewer {
  as: "payer" | "merchant" | "party" | "admin";
  userId: string;
}

function visibleTo({ as, userId }: Viewer) {
  const isPayer = eq(payments.consumerId, userId);
  const isOwner = eq(merchants.ownerUserId, userId);
  return { payer: isPayer, merchant: isOwner, party: or(isPayer, isOwner), admin: undefined }[as];
}

const listed = {
  dispute: disputes,
  payment: payments,
  txHash: transfers.txHash,
  payer: { id: users.id, email: users.email, firstName: users.firstName, lastName: users.lastName, phoneNumber: users.phoneNumber },
  merchant: { id: merchants.id, name: merchants.name, businessType: merchants.businessType, ownerUserId: merchants.ownerUserId },
};

/** A dispute with the payment it is about, who paid and who was paid. */
export type ListedDispute = Awaited<ReturnType<typeof selectDisputes>>[number];

function selectDisputes(db: DatabaseOrTransaction) {
  return db
    .select(listed)
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .innerJoin(users, eq(users.id, payments.consumerId))
    .innerJoin(merchants, eq(merchants.id, payments.merchantId))
    .leftJoin(transfers, eq(transfers.id, payments.transferId))
    .$dynamic();
}

/** One dispute by its id or its short code, for that viewer; what is not theirs to see is absent. */
export async function findDispute(
  db: DatabaseOrTransaction,
  which: { id: string } | { code: string },
  viewer: Viewer,
): Promise<ListedDispute | null> {
  const isMeant = "id" in which ? eq(disputes.id, which.id) : eq(disputes.code, which.code);
  const [row] = await selectDisputes(db).where(and(isMeant, visibleTo(viewer)));
  return row ?? null;
}

export interface DisputeFilter extends OpenRange {
  status?: DisputeStatus;
  paymentId?: string;
  merchantId?: string;
  payerId?: string;
  /** Part of an e-mail, of a merchant's name or of a short code, or the id of a dispute or a payment. */
  search?: { text: string; disputeId: string | null; paymentId: string | null };
  after?: { at: Date; id: string };
  limit: number;
}

/** A viewer's disputes that fit the filter, newest first. */
export async function listDisputes(db: DatabaseOrTransaction, viewer: Viewer, filter: DisputeFilter): Promise<ListedDispute[]> {
  const { status, paymentId, merchantId, payerId, search, from, to, after, limit } = filter;
  return selectDisputes(db)
    .where(
      and(
        visibleTo(viewer),
        status && eq(disputes.status, status),
        paymentId === undefined ? undefined : eq(disputes.paymentId, paymentId),
        merchantId === undefined ? undefined : eq(payments.merchantId, merchantId),
        payerId === undefined ? undefined : eq(payments.consumerId, payerId),
        search && matches(search),
        from && gte(disputes.createdAt, from),
        to && lt(disputes.createdAt, to),
        isAfter(disputes.createdAt, disputes.id, after),
      ),
    )
    .orderBy(desc(disputes.createdAt), desc(disputes.id))
    .limit(limit);
}

function matches({ text, disputeId, paymentId }: NonNullable<DisputeFilter["search"]>) {
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return or(
    ilike(users.email, pattern),
    ilike(merchants.name, pattern),
    ilike(disputes.code, pattern),
    disputeId === null ? undefined : eq(disputes.id, disputeId),
    paymentId === null ? undefined : eq(payments.id, paymentId),
  );
}

/** A payment that somebody wants to dispute, locked until the transaction ends, so that two filings take turns. */
export async function lockPaymentToDispute(tx: Transaction, id: string, consumerId: string | null) {
  const isMeant = consumerId === null ? eq(payments.id, id) : and(eq(payments.id, id), eq(payments.consumerId, consumerId));
  const [row] = await tx.select().from(payments).where(isMeant).for("no key update");
  return row ?? null;
}

/** Every dispute that a payment ever had, newest first. */
export async function listDisputesOfPayment(db: DatabaseOrTransaction, paymentId: string): Promise<DisputeRow[]> {
  return db.select().from(disputes).where(eq(disputes.paymentId, paymentId)).orderBy(desc(disputes.createdAt), desc(disputes.id));
}

/** Inserts an open dispute, or answers null where its short code is taken or its payment has an open dispute. */
export async function insertDispute(tx: Transaction, dispute: NewDispute): Promise<DisputeRow | null> {
  const [row] = await tx.insert(disputes).values(dispute).onConflictDoNothing().returning();
  return row ?? null;
}

/** A dispute as it is now, locked until the transaction ends. */
export async function lockDispute(tx: Transaction, id: string): Promise<DisputeRow | null> {
  const [row] = await tx.select().from(disputes).where(eq(disputes.id, id)).for("no key update");
  return row ?? null;
}

/** Closes an open dispute; null when it is not open any more. */
export async function markClosed(
  tx: Transaction,
  id: string,
  set: { result: DisputeResult; resultReason: string; chargebackCents: number; resolvedBy: string; now: Date },
): Promise<DisputeRow | null> {
  const { now, ...outcome } = set;
  const [row] = await tx
    .update(disputes)
    .set({ ...outcome, status: "closed", resolvedAt: now, updatedAt: now })
    .where(and(eq(disputes.id, id), eq(disputes.status, "open")))
    .returning();
  return row ?? null;
}

/** Opens a dispute again that its payer cancelled; null when it is anything else. */
export async function markReopened(tx: Transaction, id: string, now: Date): Promise<DisputeRow | null> {
  const isCancelled = and(eq(disputes.status, "closed"), eq(disputes.result, "denied"), eq(disputes.resultReason, cancelledByUser));
  const nothing = { result: null, resultReason: null, chargebackCents: null, resolvedAt: null, resolvedBy: null };
  const [row] = await tx
    .update(disputes)
    .set({ ...nothing, status: "open", updatedAt: now })
    .where(and(eq(disputes.id, id), isCancelled))
    .returning();
  return row ?? null;
}

/** Changes what an open dispute says, or only notes that something of it changed; null when it is not open any more. */
export async function markUpdated(
  tx: Transaction,
  id: string,
  set: { reason?: string | undefined; amountCents?: number | undefined; description?: string | undefined; now: Date },
): Promise<DisputeRow | null> {
  const { now, ...changes } = set;
  const [row] = await tx
    .update(disputes)
    .set({ ...changes, updatedAt: now })
    .where(and(eq(disputes.id, id), eq(disputes.status, "open")))
    .returning();
  return row ?? null;
}
