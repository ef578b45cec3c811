import { cachedQuery } from "@hearth/db/built-once";
import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { violatedConstraint } from "@hearth/db/errors";
import { type CardJson, cardsOf } from "@hearth/db/payee-of";
import { currentPayee, merchantFields, merchantOf } from "@hearth/db/merchant-of";
import { staffOf } from "@hearth/db/staff-of";
import { chainCursors } from "@hearth/db/schema/chain-cursors";
import { merchants } from "@hearth/db/schema/merchants";
import { payees } from "@hearth/db/schema/payees";
import { payments } from "@hearth/db/schema/payments";
import { users } from "@hearth/db/schema/users";
import type { AccountStatus } from "@hearth/domain/auth/roles";
import { errorMessage, HearthError } from "@hearth/domain/errors";
import type { BusinessType } from "@hearth/domain/merchants/business-types";
import { limits } from "@hearth/domain/limits";
import { and, asc, desc, eq, exists, inArray, isNotNull, isNull, lt, lte, ne, or, sql, type SQLWrapper } from "drizzle-orm";
import type { NamedCursorPosition } from "../../paging/cursor.ts";

/** A merchant with its current payee address, as lists show it. */
export interface MerchantListRow {
  id: string;
  name: string;
  businessType: BusinessType;
  status: AccountStatus;
  payeeAddress: `0x${string}` | null;
  cards: CardJson[];
}

/** Returns merchants with one of the statuses, by name, after a cursor position. */
export async function listMerchants(
  db: DatabaseOrTransaction,
  { statuses, after, limit }: { statuses: AccountStatus[]; after: NamedCursorPosition | undefined; limit: number },
): Promise<MerchantListRow[]> {
  const { id, name, businessType, status } = merchants;
  const isAfter = after && sql`(${name}, ${id}) > (${after.name}, ${after.id})`;
  return db
    .select({ id, name, businessType, status, payeeAddress: payees.address, cards: cardsOf(id) })
    .from(merchants)
    .leftJoin(payees, currentPayee)
    .where(and(inArray(status, statuses), isAfter))
    .orderBy(asc(name), asc(id))
    .limit(limit);
}

/** Reads the merchant that a consumer is enrolled with, in any status, with its current payee and the consumer's apartment. */
export async function findMerchantOfConsumer(db: DatabaseOrTransaction, userId: string) {
  const [row] = await merchantOfConsumerQuery(db).execute({ userId });
  return row ?? null;
}

const merchantOfConsumerQuery = cachedQuery((db) =>
  db
    .select({
      merchantId: merchants.id,
      name: merchants.name,
      status: merchants.status,
      aptNumber: users.aptNumber,
      payeeId: payees.id,
      payeeAddress: payees.address,
      cards: cardsOf(merchants.id),
    })
    .from(users)
    .innerJoin(merchants, eq(merchants.id, users.enrolledMerchantId))
    .leftJoin(payees, currentPayee)
    .where(eq(users.id, sql.placeholder("userId")))
    .prepare("merchant_of_consumer"),
);

/** Reads a merchant by id, in any status, with its current payee. */
export async function findMerchantToPay(db: DatabaseOrTransaction, merchantId: string) {
  const [row] = await db
    .select({
      merchantId: merchants.id,
      name: merchants.name,
      status: merchants.status,
      payeeId: payees.id,
      payeeAddress: payees.address,
      cards: cardsOf(merchants.id),
    })
    .from(merchants)
    .leftJoin(payees, currentPayee)
    .where(eq(merchants.id, merchantId));
  return row ?? null;
}

/**
 * Takes a share lock on the merchant that a consumer pays, so that its status and payee cannot change until the transaction ends.
 * Concurrent checkouts proceed.
 */
export async function lockMerchantOfConsumer(tx: Transaction, userId: string): Promise<void> {
  await lockMerchantQuery(tx).execute({ userId });
}

const lockMerchantQuery = cachedQuery((db) => {
  const enrolled = db
    .select({ id: users.enrolledMerchantId })
    .from(users)
    .where(eq(users.id, sql.placeholder("userId")));
  return db.select({ id: merchants.id }).from(merchants).where(inArray(merchants.id, enrolled)).for("share").prepare("held_of_consumer");
});

/** Reads a merchant's status with a share lock: a concurrent suspension waits until the transaction ends. Null where it does not exist. */
export async function lockMerchantStatus(tx: Transaction, merchantId: string): Promise<AccountStatus | null> {
  const [row] = await tx.select({ status: merchants.status }).from(merchants).where(eq(merchants.id, merchantId)).for("share");
  return row?.status ?? null;
}

/** Reads the merchant that an account owns, in any status, with its current payee. */
export async function findMerchantOfOwner(db: DatabaseOrTransaction, ownerUserId: string) {
  const [row] = await db
    .select(merchantFields)
    .from(merchants)
    .leftJoin(payees, currentPayee)
    .where(eq(merchants.ownerUserId, ownerUserId));
  return row ?? null;
}

/** Reads the merchant that an account owns or works for, in any status, with its current payee. */
export async function findMerchantOfStaff(db: DatabaseOrTransaction, userId: string) {
  const [row] = await ofStaff(db).execute({ userId });
  return row ?? null;
}

/** Prepared, because nearly every mutation of a merchant's area runs it. Queries read the merchant with their session. */
const ofStaff = cachedQuery((db) =>
  db
    .select(merchantFields)
    .from(merchants)
    .leftJoin(payees, currentPayee)
    .where(eq(merchants.id, merchantOf(sql.placeholder("userId"))))
    .prepare("merchant_of_staff"),
);

/** Reads the standing of an account and of the business that it owns or works for. The status is null without a business. */
export async function findStanding(db: DatabaseOrTransaction, userId: string) {
  const [row] = await standing(db).execute({ userId });
  return row ?? { status: null, hasPayee: false, emailConfirmedAt: null };
}

const standing = cachedQuery((db) =>
  db
    .select({ status: merchants.status, hasPayee: sql<boolean>`${payees.id} is not null`, emailConfirmedAt: users.emailConfirmedAt })
    .from(users)
    .leftJoin(merchants, eq(merchants.id, merchantOf(sql.placeholder("userId"))))
    .leftJoin(payees, currentPayee)
    .where(eq(users.id, sql.placeholder("userId")))
    .prepare("standing"),
);

/** Reads a merchant's owner, status and current payee. */
export async function findMerchantWithPayee(db: DatabaseOrTransaction, merchantId: string) {
  const [row] = await db
    .select({
      ownerUserId: merchants.ownerUserId,
      status: merchants.status,
      payeeAddress: payees.address,
      payeeProvenAt: payees.provenAt,
    })
    .from(merchants)
    .leftJoin(payees, currentPayee)
    .where(eq(merchants.id, merchantId));
  return row ?? null;
}

/**
 * Locks a merchant's row until the transaction ends, so that concurrent payee changes run one after another. False where it does not exist.
 */
export async function lockMerchant(tx: DatabaseOrTransaction, merchantId: string): Promise<boolean> {
  const rows = await tx.select({ id: merchants.id }).from(merchants).where(eq(merchants.id, merchantId)).for("no key update");
  return rows.length > 0;
}

export async function findCurrentPayee(db: DatabaseOrTransaction, merchantId: string) {
  const [row] = await db
    .select({ id: payees.id, address: payees.address, provenAt: payees.provenAt })
    .from(payees)
    .where(and(eq(payees.merchantId, merchantId), isNull(payees.endedAt)));
  return row ?? null;
}

/** Ends the merchant's current payee, if any. The row stays, and its address is still watched. */
export async function markPayeeEnded(tx: DatabaseOrTransaction, merchantId: string, now: Date): Promise<void> {
  await tx
    .update(payees)
    .set({ endedAt: now })
    .where(and(eq(payees.merchantId, merchantId), isNull(payees.endedAt)));
}

/** Ends other merchants' current payees at an address that none of them has proven; returns those merchants' ids. */
export async function endClaimedPayees(tx: DatabaseOrTransaction, merchantId: string, address: string, now: Date): Promise<string[]> {
  const isClaim = and(eq(sql`lower(${payees.address})`, address.toLowerCase()), isNull(payees.provenAt), isNull(payees.endedAt));
  const rows = await tx
    .update(payees)
    .set({ endedAt: now })
    .where(and(isClaim, ne(payees.merchantId, merchantId)))
    .returning({ merchantId: payees.merchantId });
  return rows.map((row) => row.merchantId);
}

/** True where another merchant is paid at an address, or was in the past. */
export async function wasPaidToOther(db: DatabaseOrTransaction, merchantId: string, address: string): Promise<boolean> {
  const isThere = eq(sql`lower(${payees.address})`, address.toLowerCase());
  return (await db.$count(payees, and(isThere, ne(payees.merchantId, merchantId)))) > 0;
}

/** Returns the name of a business that is paid at an address, or was and has proven it. Null where there is none. */
export async function findNamePaidAt(db: DatabaseOrTransaction, address: string): Promise<string | null> {
  const isThere = eq(sql`lower(${payees.address})`, address.toLowerCase());
  const [row] = await db
    .select({ name: merchants.name })
    .from(payees)
    .innerJoin(merchants, eq(merchants.id, payees.merchantId))
    .where(and(isThere, or(isNull(payees.endedAt), isNotNull(payees.provenAt))))
    .orderBy(sql`${payees.endedAt} desc nulls first`)
    .limit(1);
  return row?.name ?? null;
}

/** Inserts the merchant's next payee. @throws HearthError WALLET_ALREADY_USED when another merchant is currently paid there. */
export async function insertPayee(
  tx: DatabaseOrTransaction,
  payee: { merchantId: string; address: `0x${string}`; createdAt: Date; provenAt: Date | null },
) {
  const watchedFromBlock = await holdNextBlock(tx);
  const provenFromBlock = payee.provenAt === null ? null : watchedFromBlock;
  const catchUpBlock = provenFromBlock === null ? null : await findFirstUnread(tx, payee, provenFromBlock, payee.createdAt);
  try {
    const [row] = await tx
      .insert(payees)
      .values({ ...payee, watchedFromBlock, provenFromBlock, catchUpBlock })
      .returning({ id: payees.id, address: payees.address, provenAt: payees.provenAt });
    if (!row) throw new Error("The payee was not stored");
    return row;
  } catch (error) {
    if (violatedConstraint(error) !== "payees_current_address_key") throw error;
    throw new HearthError("WALLET_ALREADY_USED", { fields: { walletAddress: errorMessage("WALLET_ALREADY_USED") }, cause: error });
  }
}

/**
 * Marks a payee as proven; false where it already was. From the next block on, all of its money is read. Money bound by a reference is read
 * again from the first block that may have been skipped.
 */
export async function markPayeeProven(
  tx: DatabaseOrTransaction,
  payee: { id: string; merchantId: string; address: string },
  now: Date,
): Promise<boolean> {
  const provenFromBlock = await holdNextBlock(tx);
  const catchUpBlock = await findFirstUnread(tx, payee, provenFromBlock, now);
  const rows = await tx
    .update(payees)
    .set({ provenAt: now, provenFromBlock, catchUpBlock })
    .where(and(eq(payees.id, payee.id), isNull(payees.provenAt)))
    .returning({ id: payees.id });
  return rows.length > 0;
}

/**
 * Returns the first block of the merchant's unproven payees at an address, before `before`. Null where the address was always watched:
 * only with an old enough checkout may it have gone unwatched for a while.
 */
async function findFirstUnread(
  tx: DatabaseOrTransaction,
  { merchantId, address }: { merchantId: string; address: string },
  before: bigint,
  now: Date,
): Promise<bigint | null> {
  const isThere = (column: SQLWrapper) => eq(sql`lower(${column})`, address.toLowerCase());
  const until = new Date(now.getTime() - limits.unprovenWatchedDays * 86_400_000);
  const old = tx
    .select({ one: sql`1` })
    .from(payments)
    .where(and(eq(payments.merchantId, merchantId), isThere(payments.payeeAddress), lte(payments.createdAt, until)));
  const [row] = await tx
    .select({ block: sql<string | null>`min(${payees.watchedFromBlock})` })
    .from(payees)
    .where(
      and(
        eq(payees.merchantId, merchantId),
        isThere(payees.address),
        isNull(payees.provenAt),
        lt(payees.watchedFromBlock, before),
        exists(old),
      ),
    );
  return row?.block == null ? null : BigInt(row.block);
}

/**
 * Returns the first unread block and locks the chain's cursor until the transaction ends. Money that reached an address before that block
 * belongs to nobody. A page being read meanwhile is either stored before, or read again with the wallet.
 */
async function holdNextBlock(tx: DatabaseOrTransaction): Promise<bigint> {
  const [cursor] = await tx
    .select({ blockNumber: chainCursors.blockNumber })
    .from(chainCursors)
    .orderBy(desc(chainCursors.blockNumber))
    .limit(1)
    .for("share");
  return cursor ? cursor.blockNumber + 1n : 0n;
}

/** True where a merchant has a payee, or had one. */
export async function hadPayee(db: DatabaseOrTransaction, merchantId: string): Promise<boolean> {
  const [row] = await db.select({ id: payees.id }).from(payees).where(eq(payees.merchantId, merchantId)).limit(1);
  return row !== undefined;
}

/** Reads a merchant's owner, staff and name. */
export async function findBusiness(db: DatabaseOrTransaction, merchantId: string) {
  const [row] = await db
    .select({ ownerId: merchants.ownerUserId, staff: staffOf(merchants.id), name: merchants.name, timeZone: merchants.timeZone })
    .from(merchants)
    .where(eq(merchants.id, merchantId));
  return row ?? null;
}

/** Payments read to count payers. Bounds the statement, and is enough for every limit that depends on them. */
const recentPayments = 500;

/** Counts the people who made a merchant's newest completed payments. One index range. */
export async function countRecentPayers(db: DatabaseOrTransaction, merchantId: string): Promise<number> {
  const recent = db
    .select({ consumerId: payments.consumerId })
    .from(payments)
    .where(and(eq(payments.merchantId, merchantId), eq(payments.status, "completed")))
    .orderBy(desc(payments.createdAt))
    .limit(recentPayments)
    .as("recent");
  const [row] = await db.select({ payers: sql<number>`count(distinct ${recent.consumerId})::int` }).from(recent);
  return row?.payers ?? 0;
}
