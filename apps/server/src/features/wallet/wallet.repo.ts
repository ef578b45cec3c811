import type { DatabaseOrTransaction } from "@hearth/db/client";
import { violatedConstraint } from "@hearth/db/errors";
import { users } from "@hearth/db/schema/users";
import { walletChallenges } from "@hearth/db/schema/wallet-challenges";
import { type WalletKind, wallets } from "@hearth/db/schema/wallets";
import { HearthError } from "@hearth/domain/errors";
import { isNotSetAside } from "../../jobs/set-aside.repo.ts";
import { and, asc, eq, gt, isNotNull, isNull, ne, sql } from "drizzle-orm";

export type WalletRow = typeof wallets.$inferSelect;
export type ChallengeRow = typeof walletChallenges.$inferSelect;

/** The wallets that an account has linked now, oldest first. */
export async function listLinkedWallets(db: DatabaseOrTransaction, userId: string): Promise<WalletRow[]> {
  return db
    .select()
    .from(wallets)
    .where(and(eq(wallets.userId, userId), isNull(wallets.unlinkedAt)))
    .orderBy(asc(wallets.createdAt), asc(wallets.id));
}

/** The addresses that an account has proven to be its own and has linked now. */
export async function listProvenAddresses(db: DatabaseOrTransaction, userId: string): Promise<`0x${string}`[]> {
  const rows = await db
    .select({ address: wallets.address })
    .from(wallets)
    .where(and(eq(wallets.userId, userId), isNull(wallets.unlinkedAt), isNotNull(wallets.provenAt)));
  return rows.map((row) => row.address);
}

/** Whether an account has proven an address at any time, whatever became of the link since. */
export async function hasProvenAddress(db: DatabaseOrTransaction, userId: string, address: string): Promise<boolean> {
  const isAddress = eq(sql`lower(${wallets.address})`, address.toLowerCase());
  return (await db.$count(wallets, and(eq(wallets.userId, userId), isAddress, isNotNull(wallets.provenAt)))) > 0;
}

/** Holds an account until the transaction ends, so that two changes of its wallets take turns. */
export async function lockAccount(tx: DatabaseOrTransaction, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
}

/** The account's own linked row of an address, compared without case. */
export async function findLinkedWallet(db: DatabaseOrTransaction, userId: string, address: string): Promise<WalletRow | null> {
  const isAddress = eq(sql`lower(${wallets.address})`, address.toLowerCase());
  const [row] = await db
    .select()
    .from(wallets)
    .where(and(eq(wallets.userId, userId), isAddress, isNull(wallets.unlinkedAt)));
  return row ?? null;
}

/** Whether another account has an address linked now. */
export async function isLinkedElsewhere(db: DatabaseOrTransaction, userId: string, address: string): Promise<boolean> {
  const isThere = and(eq(sql`lower(${wallets.address})`, address.toLowerCase()), isNull(wallets.unlinkedAt));
  return (await db.$count(wallets, and(isThere, ne(wallets.userId, userId)))) > 0;
}

/**
 * Links an address; the earlier money of one that is proven is looked at again.
 * @throws HearthError WALLET_ALREADY_USED when it is linked to another account, however close the race was.
 */
export async function insertWallet(tx: DatabaseOrTransaction, wallet: typeof wallets.$inferInsert): Promise<void> {
  try {
    await tx.insert(wallets).values({ ...wallet, lookBackDueAt: wallet.provenAt ?? null });
  } catch (error) {
    if (violatedConstraint(error) === "wallets_active_address_key") throw new HearthError("WALLET_ALREADY_USED", { cause: error });
    throw error;
  }
}

/** Marks a linked wallet as proven, so that its earlier money is looked at again; whether this call was the one that did. */
export async function markProven(tx: DatabaseOrTransaction, walletId: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(wallets)
    .set({ provenAt: now, lookBackDueAt: now })
    .where(and(eq(wallets.id, walletId), isNull(wallets.provenAt), isNull(wallets.unlinkedAt)))
    .returning({ id: wallets.id });
  return rows.length > 0;
}

/** Proven wallets whose earlier money was not looked at again yet, the longest waiting first. */
export async function listLookBackDue(db: DatabaseOrTransaction, now: Date, limit: number): Promise<Pick<WalletRow, "id" | "address">[]> {
  return db
    .select({ id: wallets.id, address: wallets.address })
    .from(wallets)
    .where(and(isNotNull(wallets.lookBackDueAt), isNotSetAside("wallet", wallets.address, now)))
    .orderBy(asc(wallets.lookBackDueAt))
    .limit(limit);
}

/** Says that a wallet's earlier money was looked at again. */
export async function markLookedBack(tx: DatabaseOrTransaction, walletId: string): Promise<void> {
  await tx.update(wallets).set({ lookBackDueAt: null }).where(eq(wallets.id, walletId));
}

/** Unlinks the account's wallet of one kind; its address, or null where there was none. */
export async function markUnlinked(tx: DatabaseOrTransaction, userId: string, kind: WalletKind, now: Date): Promise<`0x${string}` | null> {
  const [row] = await tx
    .update(wallets)
    .set({ unlinkedAt: now })
    .where(and(eq(wallets.userId, userId), eq(wallets.kind, kind), isNull(wallets.unlinkedAt)))
    .returning({ address: wallets.address });
  return row?.address ?? null;
}

/** Unlinks an address wherever another account has only claimed it; answers how many did. What somebody has proven stays theirs. */
export async function unlinkClaims(tx: DatabaseOrTransaction, address: string, exceptUserId: string, now: Date): Promise<number> {
  const rows = await tx
    .update(wallets)
    .set({ unlinkedAt: now })
    .where(
      and(
        eq(sql`lower(${wallets.address})`, address.toLowerCase()),
        ne(wallets.userId, exceptUserId),
        isNull(wallets.provenAt),
        isNull(wallets.unlinkedAt),
      ),
    )
    .returning({ id: wallets.id });
  return rows.length;
}

/** Stores a request to prove an address. */
export async function insertChallenge(db: DatabaseOrTransaction, challenge: typeof walletChallenges.$inferInsert): Promise<void> {
  await db.insert(walletChallenges).values(challenge);
}

/** An account's request that is neither used nor over. */
export async function findOpenChallenge(db: DatabaseOrTransaction, userId: string, nonce: string, now: Date): Promise<ChallengeRow | null> {
  const [row] = await db
    .select()
    .from(walletChallenges)
    .where(isOpen(userId, nonce, now));
  return row ?? null;
}

/** Uses a request up; false when somebody was first, or when it is over. */
export async function markChallengeUsed(tx: DatabaseOrTransaction, userId: string, nonce: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(walletChallenges)
    .set({ usedAt: now })
    .where(isOpen(userId, nonce, now))
    .returning({ nonce: walletChallenges.nonce });
  return rows.length > 0;
}

function isOpen(userId: string, nonce: string, now: Date) {
  return and(
    eq(walletChallenges.nonce, nonce),
    eq(walletChallenges.userId, userId),
    isNull(walletChallenges.usedAt),
    gt(walletChallenges.expiresAt, now),
  );
}
