import { builtOnce } from "@hearth/db/built-once";
import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { violatedConstraint } from "@hearth/db/errors";
import { merchantOf } from "@hearth/db/merchant-of";
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
import { and, asc, desc, eq, exists, inArray, isNull, lt, lte, ne, sql, type SQLWrapper } from "drizzle-orm";
import type { NamedCursorPosition } from "../../paging/cursor.ts";

const currentPayee = and(eq(payees.merchantId, merchants.id), isNull(payees.endedAt));

/** A merchant with the address its money goes to now, as lists show it. */
export interface MerchantListRow {
  id: string;
  name: string;
  businessType: BusinessType;
  status: AccountStatus;
  payeeAddress: `0x${string}` | null;
}

/** Merchants in one of the states, by name, after a place in that order. */
export async function listMerchants(
  db: DatabaseOrTransaction,
  { statuses, after, limit }: { statuses: AccountStatus[]; after: NamedCursorPosition | undefined; limit: number },
): Promise<MerchantListRow[]> {
  const { id, name, businessType, status } = merchants;
  const isAfter = after && sql`(${name}, ${id}) > (${after.name}, ${after.id})`;
  return db
    .select({ id, name, businessType, status, payeeAddress: payees.address })
    .from(merchants)
    .leftJoin(payees, currentPayee)
    .where(and(inArray(status, statuses), isAfter))
    .orderBy(asc(name), asc(id))
    .limit(limit);
}

/** The merchant that a consumer is enrolled with, whatever its state, with its current payee and the consumer's apartment. */
export async function findMerchantOfConsumer(db: DatabaseOrTransaction, userId: string) {
  const [row] = await ofConsumer(db).execute({ userId });
  return row ?? null;
}

const ofConsumer = builtOnce((db) =>
  db
    .select({
      merchantId: merchants.id,
      name: merchants.name,
      status: merchants.status,
      aptNumber: users.aptNumber,
      payeeId: payees.id,
      payeeAddress: payees.address,
    })
    .from(users)
    .innerJoin(merchants, eq(merchants.id, users.enrolledMerchantId))
    .leftJoin(payees, currentPayee)
    .where(eq(users.id, sql.placeholder("userId")))
    .prepare("merchant_of_consumer"),
);

/** A merchant by its id, whatever its state, with its current payee, whoever pays it. */
export async function findMerchantToPay(db: DatabaseOrTransaction, merchantId: string) {
  const [row] = await db
    .select({
      merchantId: merchants.id,
      name: merchants.name,
      status: merchants.status,
      payeeId: payees.id,
      payeeAddress: payees.address,
    })
    .from(merchants)
    .leftJoin(payees, currentPayee)
    .where(eq(merchants.id, merchantId));
  return row ?? null;
}

/** Holds the merchant that a consumer pays, so that neither its state nor its payee changes until the transaction ends; checkouts go on. */
export async function holdMerchantOfConsumer(tx: Transaction, userId: string): Promise<void> {
  await heldOfConsumer(tx).execute({ userId });
}

const heldOfConsumer = builtOnce((db) => {
  const enrolled = db
    .select({ id: users.enrolledMerchantId })
    .from(users)
    .where(eq(users.id, sql.placeholder("userId")));
  return db.select({ id: merchants.id }).from(merchants).where(inArray(merchants.id, enrolled)).for("share").prepare("held_of_consumer");
});

/** A merchant's state, held until the transaction ends: who suspends it meanwhile waits. Null where there is none. */
export async function holdMerchantStatus(tx: Transaction, merchantId: string): Promise<AccountStatus | null> {
  const [row] = await tx.select({ status: merchants.status }).from(merchants).where(eq(merchants.id, merchantId)).for("share");
  return row?.status ?? null;
}

/** Those of some merchants that are active, held as they are until the transaction ends; in the order of their ids. */
export async function holdActiveMerchants(tx: Transaction, merchantIds: string[]): Promise<string[]> {
  const rows = await tx
    .select({ id: merchants.id, status: merchants.status })
    .from(merchants)
    .where(inArray(merchants.id, merchantIds))
    .orderBy(asc(merchants.id))
    .for("share");
  return rows.flatMap(({ id, status }) => (status === "active" ? id : []));
}

/** The merchant that an account owns, whatever its state, with its current payee. */
export async function findMerchantOfOwner(db: DatabaseOrTransaction, ownerUserId: string) {
  const [row] = await db
    .select({ merchant: merchants, payee: { id: payees.id, address: payees.address, provenAt: payees.provenAt } })
    .from(merchants)
    .leftJoin(payees, currentPayee)
    .where(eq(merchants.ownerUserId, ownerUserId));
  return row ?? null;
}

/** The merchant that an account owns or works for, whatever its state, with its current payee. */
export async function findMerchantOfStaff(db: DatabaseOrTransaction, userId: string) {
  const [row] = await ofStaff(db).execute({ userId });
  return row ?? null;
}

/** Nearly every call of a merchant's area begins with it. */
const ofStaff = builtOnce((db) =>
  db
    .select({ merchant: merchants, payee: { id: payees.id, address: payees.address, provenAt: payees.provenAt } })
    .from(merchants)
    .leftJoin(payees, currentPayee)
    .where(eq(merchants.id, merchantOf(sql.placeholder("userId"))))
    .prepare("merchant_of_staff"),
);

/** A merchant's owner and state, and its current payee. */
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

/** Holds a merchant until the transaction ends, so that two changes of its payee take turns; false where there is none. */
export async function lockMerchant(tx: DatabaseOrTransaction, merchantId: string): Promise<boolean> {
  const rows = await tx.select({ id: merchants.id }).from(merchants).where(eq(merchants.id, merchantId)).for("no key update");
  return rows.length > 0;
}

/** The merchant's current payee. */
export async function findCurrentPayee(db: DatabaseOrTransaction, merchantId: string) {
  const [row] = await db
    .select({ id: payees.id, address: payees.address, provenAt: payees.provenAt })
    .from(payees)
    .where(and(eq(payees.merchantId, merchantId), isNull(payees.endedAt)));
  return row ?? null;
}

/** Ends the merchant's current payee, if there is one; its row stays and is still watched. */
export async function markPayeeEnded(tx: DatabaseOrTransaction, merchantId: string, now: Date): Promise<void> {
  await tx
    .update(payees)
    .set({ endedAt: now })
    .where(and(eq(payees.merchantId, merchantId), isNull(payees.endedAt)));
}

/** Ends other merchants' current payees at an address that none of them has proven; answers whose they were. */
export async function endClaimedPayees(tx: DatabaseOrTransaction, merchantId: string, address: string, now: Date): Promise<string[]> {
  const isClaim = and(eq(sql`lower(${payees.address})`, address.toLowerCase()), isNull(payees.provenAt), isNull(payees.endedAt));
  const rows = await tx
    .update(payees)
    .set({ endedAt: now })
    .where(and(isClaim, ne(payees.merchantId, merchantId)))
    .returning({ merchantId: payees.merchantId });
  return rows.map((row) => row.merchantId);
}

/** Whether another merchant is paid at an address, or ever was. */
export async function wasPaidToOther(db: DatabaseOrTransaction, merchantId: string, address: string): Promise<boolean> {
  const isThere = eq(sql`lower(${payees.address})`, address.toLowerCase());
  return (await db.$count(payees, and(isThere, ne(payees.merchantId, merchantId)))) > 0;
}

/** Begins the merchant's next payee. @throws HearthError WALLET_ALREADY_USED when another merchant is paid there now. */
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
 * Says that a payee is proven, so that from the next block on all of its money is read, and what a reference binds from the first block that perhaps
 * nobody read; whether this call was the one that did.
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
 * The first block before another one of a merchant's at an address that it has not proven, where a checkout is so old that the address may not have been read for a
 * while; null where it always was.
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
 * The first block that nobody has read yet, held until the transaction ends: what an address received up to here was nobody's, and a page that
 * is being read now is kept before, or read again with the wallet.
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

/** Whether a merchant is paid anywhere, or ever was. */
export async function hadPayee(db: DatabaseOrTransaction, merchantId: string): Promise<boolean> {
  const [row] = await db.select({ id: payees.id }).from(payees).where(eq(payees.merchantId, merchantId)).limit(1);
  return row !== undefined;
}

/** Who owns a merchant and works for it, and how it is called. */
export async function findBusiness(db: DatabaseOrTransaction, merchantId: string) {
  const [row] = await db
    .select({ ownerId: merchants.ownerUserId, staff: staffOf(merchants.id), name: merchants.name })
    .from(merchants)
    .where(eq(merchants.id, merchantId));
  return row ?? null;
}
