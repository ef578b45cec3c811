import { inListOrder, isAfterPlace, type ListPlace } from "@hearth/db/after";
import { cachedQuery } from "@hearth/db/built-once";
import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { paymentTimeZone } from "@hearth/db/lease-place";
import { merchantOf } from "@hearth/db/merchant-of";
import { isRefundOwed, leftCents, refundsForDispute } from "@hearth/db/owed-refund";
import { merchantMatches, pattern, searchText, userMatches } from "@hearth/db/search";
import { rowsWithin } from "@hearth/db/rows-within";
import { disputeComments } from "@hearth/db/schema/dispute-comments";
import { disputeDocuments } from "@hearth/db/schema/dispute-documents";
import { disputes } from "@hearth/db/schema/disputes";
import { merchants } from "@hearth/db/schema/merchants";
import { payments } from "@hearth/db/schema/payments";
import { transfers } from "@hearth/db/schema/transfers";
import { users } from "@hearth/db/schema/users";
import type { OpenRange } from "@hearth/domain/date-range";
import type { ListOrder } from "@hearth/domain/page";
import { cancelledByUser, type DisputeResult, type DisputeStatus } from "@hearth/domain/disputes/status";
import { and, desc, eq, gte, ilike, like, lt, or, type SQL, sql } from "drizzle-orm";

export type DisputeRow = typeof disputes.$inferSelect;
export type NewDispute = typeof disputes.$inferInsert;

/**
 * The viewer decides the visible disputes. A payer sees those about own payments, a merchant those about payments to the merchant that the
 * account owns or works for. `party` is both, and an administrator sees all.
 */
export interface Viewer {
  as: "payer" | "merchant" | "party" | "admin";
  userId: string;
}

function visibleTo({ as, userId }: Viewer) {
  if (as === "admin") return undefined;
  const isPayer = eq(payments.consumerId, userId);
  // A scalar subquery, so that the merchant's own index returns the newest.
  const isOwner = sql`${disputes.merchantId} = ${merchantOf(userId)}`;
  return { payer: isPayer, merchant: isOwner, party: or(isPayer, isOwner) }[as];
}

const documents = {
  id: disputeDocuments.id,
  originalName: disputeDocuments.originalName,
  type: disputeDocuments.type,
  sizeBytes: disputeDocuments.sizeBytes,
  createdAt: disputeDocuments.createdAt,
};

const comments = {
  id: disputeComments.id,
  comment: disputeComments.comment,
  createdAt: disputeComments.createdAt,
  authorId: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  role: users.role,
};

const listed = {
  dispute: disputes,
  payment: {
    id: payments.id,
    amountCents: payments.amountCents,
    createdAt: payments.createdAt,
    description: payments.description,
    status: payments.status,
  },
  timeZone: paymentTimeZone,
  txHash: transfers.txHash,
  payer: { id: users.id, email: users.email, firstName: users.firstName, lastName: users.lastName, phoneNumber: users.phoneNumber },
  merchant: { id: merchants.id, name: merchants.name, businessType: merchants.businessType, closedAt: merchants.closedAt },
  given: refundsForDispute,
  leftCents,
  /** Oldest first, like the responses. */
  documents: rowsWithin(
    documents,
    sql`from ${disputeDocuments} where ${disputeDocuments.disputeId} = ${disputes.id}
      order by ${disputeDocuments.createdAt}, ${disputeDocuments.originalName}, ${disputeDocuments.id}`,
  ),
  /** Responses with their authors. */
  comments: rowsWithin(
    comments,
    sql`from ${disputeComments} join ${users} on ${users.id} = ${disputeComments.authorId} where ${disputeComments.disputeId} = ${disputes.id}
      order by ${disputeComments.createdAt}, ${disputeComments.id}`,
  ),
};

/** A dispute with its payment, payer, merchant, documents and conversation. */
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

/** Finds a dispute by id or short code that is visible to the viewer; null otherwise. */
export async function findDispute(
  db: DatabaseOrTransaction,
  which: { id: string } | { code: string },
  viewer: Viewer,
): Promise<ListedDispute | null> {
  const isMeant = "id" in which ? eq(disputes.id, which.id) : eq(disputes.code, which.code);
  const [row] = await selectDisputes(db).where(and(isMeant, visibleTo(viewer)));
  return row ?? null;
}

/**
 * A resolved search. `few`: the ids of all matching people and merchants, and a part of a short code. `many`: a part of an email or name
 * that matches more people than `few` lists, so that scanning the newest disputes soon fills a page.
 */
export type DisputeSearch =
  | { kind: "few"; text: string; payerIds: string[]; merchantIds: string[]; disputeId: string | null; paymentId: string | null }
  | { kind: "many"; text: string };

export interface DisputeFilter extends OpenRange {
  status?: DisputeStatus;
  paymentId?: string;
  merchantId?: string;
  payerId?: string;
  search?: DisputeSearch;
  /** A part of the payer's name or email, the reason, or the short code. For a viewer with few disputes, as it reads all of theirs. */
  words?: string;
  /** Only approved disputes whose refund is still owed. */
  isOwed?: boolean;
  /** Newest first by default. By amount, all disputes of a party or of some days are read. */
  order?: ListOrder;
  after?: ListPlace;
  limit: number;
}

/** Lists a viewer's filtered disputes. */
export async function listDisputes(db: DatabaseOrTransaction, viewer: Viewer, filter: DisputeFilter): Promise<ListedDispute[]> {
  const { status, paymentId, merchantId, payerId, search, words, isOwed = false, from, to, order = "newest", after, limit } = filter;
  const isOfSome = [paymentId, merchantId, payerId, from, to].some((part) => part !== undefined);
  const isNarrowed = viewer.as !== "admin" || isOfSome || search?.kind === "few";
  const where = and(
    visibleTo(viewer),
    status && eq(disputes.status, status),
    paymentId === undefined ? undefined : eq(disputes.paymentId, paymentId),
    merchantId === undefined ? undefined : eq(disputes.merchantId, merchantId),
    ofPayer(viewer.as === "payer" ? viewer.userId : payerId),
    search && matches(search),
    words === undefined ? undefined : contains(words),
    isOwed ? isRefundOwed : undefined,
    from && gte(disputes.createdAt, from),
    to && lt(disputes.createdAt, to),
    isAfterPlace(orderColumns(isNarrowed), after, order),
  );
  if (where === undefined && order === "newest") return newest(db).execute({ limit });
  return inOrderOf(db, order, isNarrowed).where(where).limit(limit);
}

// Resolved first, as an array, each by an index. Otherwise the planner scans all disputes for the few that match.
const among = (ids: SQL) => sql`${disputes.id} = any(array(${ids}))`;

const filedBy = (isPayer: SQL) =>
  sql`select d.id from ${payments} p cross join lateral (select id from ${disputes} where payment_id = p.id offset 0) d where ${isPayer}`;

function ofPayer(userId: string | undefined) {
  return userId === undefined ? undefined : among(filedBy(sql`p.consumer_id = ${userId}`));
}

/** The first page without a filter. */
const newest = cachedQuery((db) => inOrderOf(db, "newest", false).limit(sql.placeholder("limit")).prepare("newest_disputes"));

/** Columns that disputes are ordered by. Where a filter leaves few, the expression keeps PostgreSQL from reading all others by the amount's index. */
const orderColumns = (isNarrowed: boolean) => ({
  at: disputes.createdAt,
  cents: isNarrowed ? sql`(${disputes.amountCents} + 0)` : disputes.amountCents,
  id: disputes.id,
});

function inOrderOf(db: DatabaseOrTransaction, order: ListOrder, isNarrowed: boolean) {
  return selectDisputes(db).orderBy(...inListOrder(orderColumns(isNarrowed), order));
}

function matches(search: DisputeSearch) {
  const textPattern = pattern(search.text);
  if (search.kind === "many")
    return or(like(users.email, textPattern), sql`${searchText(merchants.name)} like ${textPattern}`, ilike(disputes.code, textPattern));
  const ids = (values: string[]) => sql`any(${sql.param(values)}::uuid[])`;
  return among(sql`
    select d.id from ${disputes} d where d.merchant_id = ${ids(search.merchantIds)}
    union ${filedBy(sql`p.consumer_id = ${ids(search.payerIds)}`)}
    union select d.id from ${disputes} d where d.code ilike ${textPattern}
    union select d.id from ${disputes} d where d.id = ${search.disputeId}::uuid or d.payment_id = ${search.paymentId}::uuid`);
}

function contains(words: string) {
  const textPattern = pattern(words);
  return or(userMatches(words), sql`${searchText(disputes.reason)} like ${textPattern}`, ilike(disputes.code, textPattern));
}

/** Finds up to `limit` people with a text in their email, and up to `limit` merchants with it in their name. */
export async function findNamed(db: DatabaseOrTransaction, text: string, limit: number) {
  const textPattern = pattern(text);
  const [payers, named] = await Promise.all([
    db
      .select({ id: users.id })
      .from(users)
      .where(and(userMatches(text), like(users.email, textPattern)))
      .limit(limit),
    db
      .select({ id: merchants.id })
      .from(merchants)
      .where(and(merchantMatches(text), sql`${searchText(merchants.name)} like ${textPattern}`))
      .limit(limit),
  ]);
  return { payerIds: payers.map(({ id }) => id), merchantIds: named.map(({ id }) => id) };
}

/** Locks a payment to dispute until the transaction ends, which serializes filings. */
export async function lockPaymentToDispute(tx: Transaction, id: string, consumerId: string | null) {
  const isMeant = consumerId === null ? eq(payments.id, id) : and(eq(payments.id, id), eq(payments.consumerId, consumerId));
  const [row] = await tx.select().from(payments).where(isMeant).for("no key update");
  return row ?? null;
}

/** Returns true if a business is closed. Prevents closing and reopening it until the transaction ends. */
export async function holdIsClosed(tx: Transaction, merchantId: string): Promise<boolean> {
  const [row] = await tx.select({ closedAt: merchants.closedAt }).from(merchants).where(eq(merchants.id, merchantId)).for("key share");
  return row !== undefined && row.closedAt !== null;
}

/** Lists all of a payment's disputes, newest first. */
export async function listDisputesOfPayment(db: DatabaseOrTransaction, paymentId: string): Promise<DisputeRow[]> {
  return db.select().from(disputes).where(eq(disputes.paymentId, paymentId)).orderBy(desc(disputes.createdAt), desc(disputes.id));
}

/** Inserts an open dispute. Returns null when the short code is taken or the payment already has an open dispute. */
export async function insertDispute(tx: Transaction, dispute: NewDispute): Promise<DisputeRow | null> {
  const [row] = await tx.insert(disputes).values(dispute).onConflictDoNothing().returning();
  return row ?? null;
}

/** Locks a dispute until the transaction ends. */
export async function lockDispute(tx: Transaction, id: string): Promise<DisputeRow | null> {
  const [row] = await tx.select().from(disputes).where(eq(disputes.id, id)).for("no key update");
  return row ?? null;
}

/** Closes an open dispute; null when it is no longer open. */
export async function markClosed(
  tx: Transaction,
  id: string,
  set: {
    result: DisputeResult;
    resultReason: string;
    chargebackCents: number;
    returnedBeforeUnits: bigint | null;
    resolvedBy: string;
    now: Date;
  },
): Promise<DisputeRow | null> {
  const { now, ...outcome } = set;
  const [row] = await tx
    .update(disputes)
    .set({ ...outcome, status: "closed", resolvedAt: now, updatedAt: now })
    .where(and(eq(disputes.id, id), eq(disputes.status, "open")))
    .returning();
  return row ?? null;
}

/** Reopens a dispute that its payer cancelled, with another amount if given. Null for any other dispute. */
export async function markReopened(
  tx: Transaction,
  id: string,
  { amountCents, now }: { amountCents: number | undefined; now: Date },
): Promise<DisputeRow | null> {
  const isCancelled = and(eq(disputes.status, "closed"), eq(disputes.result, "denied"), eq(disputes.resultReason, cancelledByUser));
  const nothing = { result: null, resultReason: null, chargebackCents: null, resolvedAt: null, resolvedBy: null };
  const [row] = await tx
    .update(disputes)
    .set({ ...nothing, ...(amountCents !== undefined && { amountCents }), status: "open", updatedAt: now })
    .where(and(eq(disputes.id, id), isCancelled))
    .returning();
  return row ?? null;
}

/** Changes an open dispute's fields, or only its time of change. Null when it is no longer open. */
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
