import { isAfter } from "@hearth/db/after";
import { isBlockSince } from "@hearth/db/block-seconds";
import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { isBeingReturned } from "@hearth/db/being-returned";
import { shortUnits } from "@hearth/db/payment-money";
import { disputes } from "@hearth/db/schema/disputes";
import { merchants } from "@hearth/db/schema/merchants";
import { payees } from "@hearth/db/schema/payees";
import { paymentEvents } from "@hearth/db/schema/payment-events";
import { payments } from "@hearth/db/schema/payments";
import { refunds } from "@hearth/db/schema/refunds";
import { needsAttention, transfers, wasSetAside, wasReturned } from "@hearth/db/schema/transfers";
import { users } from "@hearth/db/schema/users";
import { wallets } from "@hearth/db/schema/wallets";
import { centsOfUnits, unitsOfCents, wholeCentsOfUnits } from "@hearth/db/usdc";
import type { OpenRange } from "@hearth/domain/date-range";
import { limits } from "@hearth/domain/limits";
import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lt, ne, not, notExists, or, type SQL, sql } from "drizzle-orm";
import { alias, unionAll } from "drizzle-orm/pg-core";
import type { CursorPosition } from "../../../paging/cursor.ts";

/** An administrator's resolved search among transfers. */
export type TransferSearch =
  | { kind: "ids"; ids: string[] }
  | { kind: "hash"; txHash: `0x${string}` }
  | { kind: "address"; address: string }
  | { kind: "merchants"; merchantIds: string[] };

/** Filter over unmatched transfers: needing attention, set aside, returned, or attached by a person. */
export interface UnmatchedTransferFilter {
  /** The receiving merchant; null for all. */
  merchantId: string | null;
  show: "open" | "setAside" | "sentBack" | "attached";
  range?: OpenRange;
  search?: TransferSearch | undefined;
}

function isInView(show: UnmatchedTransferFilter["show"]) {
  // Written like their indexes, so that the planner uses them.
  if (show === "attached") return sql`${transfers.boundBy} = 'admin' and ${transfers.reorgedAt} is null`;
  return { open: needsAttention, setAside: wasSetAside, sentBack: wasReturned }[show](transfers);
}

function ofMerchant(merchantId: string | null) {
  return merchantId === null ? undefined : eq(transfers.merchantId, merchantId);
}

function found(search: TransferSearch | undefined) {
  if (search === undefined) return undefined;
  if (search.kind === "ids") return inArray(transfers.id, search.ids);
  if (search.kind === "merchants") return inArray(transfers.merchantId, search.merchantIds);
  if (search.kind === "hash") return sql`lower(${transfers.txHash}) = ${search.txHash.toLowerCase()}`;
  const address = search.address.toLowerCase();
  return or(sql`lower(${transfers.fromAddress}) = ${address}`, sql`lower(${transfers.toAddress}) = ${address}`);
}

const begun = alias(refunds, "begun");
const returning = alias(transfers, "returning");

/**
 * Lists a page of them, newest first. Each has its merchant, the payment it was meant for or is attached to, its open return, and the
 * transfer that returned it.
 */
export async function listUnmatchedTransfers(
  db: DatabaseOrTransaction,
  { merchantId, show, range = {}, search }: UnmatchedTransferFilter,
  { after, limit }: { after?: CursorPosition | undefined; limit: number },
) {
  return db
    .select({
      transfer: transfers,
      merchant: { id: merchants.id, name: merchants.name, timeZone: merchants.timeZone },
      payment: payments,
      payer: { id: users.id, firstName: users.firstName, lastName: users.lastName },
      begunAt: begun.createdAt,
      sentBackBy: returning,
    })
    .from(transfers)
    .leftJoin(begun, and(eq(begun.sourceTransferId, transfers.id), eq(begun.status, "open")))
    .leftJoin(returning, eq(returning.id, transfers.sentBackBy))
    .innerJoin(merchants, eq(merchants.id, transfers.merchantId))
    .leftJoin(payments, eq(payments.id, transfers.paymentId))
    .leftJoin(users, eq(users.id, payments.consumerId))
    .where(
      and(
        isInView(show),
        ofMerchant(merchantId),
        found(search),
        range.from && gte(transfers.blockTime, range.from),
        range.to && lt(transfers.blockTime, range.to),
        isAfter(transfers.blockTime, transfers.id, after),
      ),
    )
    .orderBy(desc(transfers.blockTime), desc(transfers.id))
    .limit(limit);
}
export type UnmatchedTransferRow = Awaited<ReturnType<typeof listUnmatchedTransfers>>[number];

/** Returns true for a living transfer that reached a wallet of the merchant (null: any merchant). */
export async function isLivingTransfer(db: DatabaseOrTransaction, merchantId: string | null, id: string): Promise<boolean> {
  return (await db.$count(transfers, and(eq(transfers.id, id), ofMerchant(merchantId), isNull(transfers.reorgedAt)))) > 0;
}

const taken = alias(transfers, "taken");

/** A transfer's amount in cents, for the index of payees and amounts. Null above the largest amount of a payment. */
const centsOfTransfer = sql`case when ${transfers.usdcUnits} <= ${unitsOfCents(sql`${limits.paymentMaxCents}`)}
  then ${centsOfUnits(transfers.usdcUnits)}::int end`;

/** Payments classified per transfer. */
const classifiedPerTransfer = 50;

const short = alias(transfers, "short");

/** Newest payments of any amount classified per status. */
const recentPerStatus = 20;

/**
 * Builds the query for a transfer's candidate payments, newest first: those it pays in whole, and those it would be another part of. With
 * `isWide`, also any other unpaid payment begun before the money moved. For a lateral join with the transfer.
 */
function fittingPayments(db: DatabaseOrTransaction, isWide: boolean) {
  const isTaken = db
    .select({ one: sql`1` })
    .from(taken)
    .where(and(eq(taken.paymentId, payments.id), inArray(taken.verdict, ["matched", "part"]), isNull(taken.reorgedAt)));
  const couldBeFor = and(
    eq(payments.merchantId, transfers.merchantId),
    eq(payments.chainId, transfers.chainId),
    sql`lower(${payments.payeeAddress}) = lower(${transfers.toAddress})`,
    isBlockSince(transfers.blockTime, payments.createdAt),
    // The exact condition of the index of unpaid payments.
    sql`${payments.status} <> 'completed'`,
    notExists(isTaken),
  );
  const columns = {
    id: payments.id,
    consumerId: payments.consumerId,
    createdAt: payments.createdAt,
  };
  // A transfer that is short of a payment already counts for it.
  const isOthers = or(isNull(transfers.paymentId), ne(transfers.paymentId, payments.id));
  const exactly = sql<string>`0::numeric`.as("distance");
  const whole = db
    .select({ ...columns, fit: sql<number>`0`.as("fit"), distance: exactly })
    .from(payments)
    .where(and(couldBeFor, sql`${payments.amountCents} = ${centsOfTransfer}`))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(classifiedPerTransfer)
    .as("whole");
  const missing = sql`(${payments.amountCents} - ${wholeCentsOfUnits(shortUnits)})`;
  const isShort = db
    .selectDistinct({ paymentId: short.paymentId })
    .from(short)
    // The exact condition of the index of short transfers.
    .where(and(eq(short.merchantId, transfers.merchantId), sql`${short.verdict} = 'short' and ${short.reorgedAt} is null`))
    .as("is_short");
  const part = db
    .select({
      ...columns,
      fit: sql<number>`case when ${transfers.usdcUnits} = ${unitsOfCents(missing)} then 1 else 2 end`.as("fit"),
      distance: exactly,
    })
    .from(isShort)
    .innerJoin(payments, eq(payments.id, isShort.paymentId))
    .where(and(couldBeFor, isOthers, sql`${wholeCentsOfUnits(shortUnits)} > 0 and ${transfers.usdcUnits} <= ${unitsOfCents(missing)}`))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(classifiedPerTransfer)
    .as("part");
  const both = unionAll(db.select().from(whole), db.select().from(part));
  if (!isWide) return both.as("fitting");
  const dueUnits = sql`(${unitsOfCents(payments.amountCents)} - ${shortUnits})`;
  const isClassified = sql`(${payments.amountCents} = ${centsOfTransfer}
    or (${wholeCentsOfUnits(shortUnits)} > 0 and ${transfers.usdcUnits} <= ${unitsOfCents(missing)}))`;
  // One subquery per status, so that each reads a short range of the index of merchant, status and time.
  const recent = (status: "pending" | "failed" | "cancelled") =>
    db.select().from(
      db
        .select({
          ...columns,
          fit: sql<number>`3`.as("fit"),
          distance: sql<string>`abs(${dueUnits} - ${transfers.usdcUnits})::numeric`.as("distance"),
        })
        .from(payments)
        .where(and(couldBeFor, isOthers, eq(payments.status, status), sql`not ${isClassified}`))
        .orderBy(desc(payments.createdAt), desc(payments.id))
        .limit(recentPerStatus)
        .as(`recent_${status}`),
    );
  return both.unionAll(recent("pending")).unionAll(recent("failed")).unionAll(recent("cancelled")).as("fitting");
}

/**
 * Lists candidate payments of transfers: same merchant and payee, begun before the money moved, unpaid. Without `isWide`, only those of the
 * exact amount or with at least as much missing; with it, also the newest of any amount. Classifies only the newest, because a merchant may
 * have a hundred thousand payments of the same rent. `isLikely`: the payer once linked the sending wallet. Order: likely ones, then those
 * that the transfer completes, then the closest in amount and time.
 */
export async function listCandidates(
  db: DatabaseOrTransaction,
  merchantId: string | null,
  transferIds: string[],
  { perTransfer, isWide }: { perTransfer: number; isWide: boolean },
) {
  if (transferIds.length === 0) return [];
  const fitting = fittingPayments(db, isWide);
  const fromPayer = sql<boolean>`exists (select 1 from ${wallets} where ${wallets.userId} = ${fitting.consumerId}
    and lower(${wallets.address}) = lower(${transfers.fromAddress}))`;
  const order = sql`${fromPayer} desc, ${fitting.fit}, ${fitting.distance}, abs(extract(epoch from ${transfers.blockTime} - ${fitting.createdAt}))`;
  const ranked = db
    .select({
      transferId: sql<string>`${transfers.id}`.as("candidate_transfer_id"),
      paymentId: sql<string>`${fitting.id}`.as("candidate_payment_id"),
      isLikely: fromPayer.as("is_likely"),
      fit: sql<number>`${fitting.fit}`.as("candidate_fit"),
      rank: sql<number>`row_number() over (partition by ${transfers.id} order by ${order}, ${fitting.id})::int`.as("candidate_rank"),
    })
    .from(transfers)
    .crossJoinLateral(fitting)
    .where(and(ofMerchant(merchantId), inArray(transfers.id, transferIds), isNull(transfers.reorgedAt)))
    .as("ranked");
  return db
    .select({
      transferId: ranked.transferId,
      isLikely: ranked.isLikely,
      /** True when the payment would still be short, so that the amount suggests nothing. */
      isLess: sql<boolean>`${ranked.fit} >= 2`,
      usdcUnits: transfers.usdcUnits,
      payment: payments,
      shortUnits,
      payer: { id: users.id, firstName: users.firstName, lastName: users.lastName },
    })
    .from(ranked)
    .innerJoin(payments, eq(payments.id, ranked.paymentId))
    .innerJoin(transfers, eq(transfers.id, ranked.transferId))
    .innerJoin(users, eq(users.id, payments.consumerId))
    .where(sql`${ranked.rank} <= ${perTransfer}`)
    .orderBy(asc(ranked.transferId), asc(ranked.rank));
}
export type CandidateRow = Awaited<ReturnType<typeof listCandidates>>[number];

/** Finds a payment to attach money to, with what has arrived. Null for another merchant's payment. */
export async function findAttachable(db: DatabaseOrTransaction, merchantId: string | null, paymentId: string) {
  const ofPayer = merchantId === null ? undefined : eq(payments.merchantId, merchantId);
  const [row] = await db
    .select({ payment: payments, shortUnits })
    .from(payments)
    .where(and(eq(payments.id, paymentId), ofPayer));
  return row ?? null;
}

/**
 * Lists the newest money that could be attached to a payment. It reached the payment's wallet, needs attention, is not being returned, was
 * not attached by a person, and has no binding.
 *
 * @param notBefore excludes older transfers; null for no limit.
 */
export async function listAttachable(
  db: DatabaseOrTransaction,
  payment: Pick<typeof payments.$inferSelect, "merchantId" | "chainId" | "payeeAddress">,
  { notBefore, limit }: { notBefore: Date | null; limit: number },
): Promise<(typeof transfers.$inferSelect)[]> {
  return db
    .select()
    .from(transfers)
    .where(
      and(
        needsAttention(transfers),
        eq(transfers.merchantId, payment.merchantId),
        eq(transfers.chainId, payment.chainId),
        eq(sql`lower(${transfers.toAddress})`, payment.payeeAddress.toLowerCase()),
        eq(transfers.verdict, "unmatched"),
        isNull(transfers.binding),
        not(isBeingReturned),
        notBefore ? gte(transfers.blockTime, notBefore) : undefined,
      ),
    )
    .orderBy(desc(transfers.blockTime), desc(transfers.id))
    .limit(limit);
}

/** Sets a transfer aside, or back. Returns true if this call changed it. */
export async function markSetAside(tx: Transaction, id: string, at: Date | null): Promise<boolean> {
  const rows = await tx
    .update(transfers)
    .set({ setAsideAt: at })
    .where(and(eq(transfers.id, id), at === null ? isNotNull(transfers.setAsideAt) : isNull(transfers.setAsideAt)))
    .returning({ id: transfers.id });
  return rows.length > 0;
}

/** True where a payment has a dispute, a refund, or money already returned, so that its completion can no longer be undone. */
export async function hasDependents(db: DatabaseOrTransaction, paymentId: string): Promise<boolean> {
  const ofPayment = eq(refunds.paymentId, paymentId);
  const [disputeCount, refundCount, given] = await Promise.all([
    db.$count(disputes, eq(disputes.paymentId, paymentId)),
    db.$count(refunds, and(ofPayment, ne(refunds.status, "cancelled"))),
    // A transfer sent for a refund that was then cancelled still returned money.
    db
      .select({ id: transfers.id })
      .from(transfers)
      .innerJoin(refunds, eq(refunds.id, transfers.refundId))
      .where(and(ofPayment, isNotNull(transfers.givenBackAt)))
      .limit(1),
  ]);
  return disputeCount + refundCount + given.length > 0;
}

/** Finds the merchant's payee whose wallet received a transfer, a current one before former ones. */
export async function findPayeeOf(
  db: DatabaseOrTransaction,
  { merchantId, address }: { merchantId: string; address: string },
): Promise<{ id: string; address: `0x${string}` } | null> {
  const [row] = await db.execute<{ id: string; address: `0x${string}` }>(sql`
    select id, address from ${payees} where merchant_id = ${merchantId}::uuid and lower(address) = lower(${address})
    order by ended_at is not null, ended_at desc, id limit 1`);
  return row ?? null;
}

/** Finds the transfer for which a merchant's payment was opened, while it is attached. */
export async function findTransferOfOpened(db: DatabaseOrTransaction, paymentId: string, merchantId: string): Promise<string | null> {
  const [row] = await db.execute<{ id: string }>(sql`
    select t.id from ${transfers} t
    where t.payment_id = ${paymentId}::uuid and t.merchant_id = ${merchantId}::uuid and t.bound_by = 'admin' and t.orphaned_at is null
      and ${wasOpenedFor(sql`t.payment_id`, sql`t.id`)}`);
  return row?.id ?? null;
}

/** True if a payment was opened for a transfer, also after that was undone. */
export async function isOpenedFor(db: DatabaseOrTransaction, { paymentId, transferId }: { paymentId: string; transferId: string }) {
  const [row] = await db.execute<{ is: boolean }>(sql`select ${wasOpenedFor(sql`${paymentId}::uuid`, sql`${transferId}::uuid`)} as is`);
  return row?.is === true;
}

function wasOpenedFor(paymentId: SQL, transferId: SQL): SQL {
  return sql`exists (select from ${paymentEvents} e where e.payment_id = ${paymentId} and e.type = 'attached'
    and e.data->>'opensPayment' = 'true' and e.data->>'transferId' = ${transferId}::text)`;
}
