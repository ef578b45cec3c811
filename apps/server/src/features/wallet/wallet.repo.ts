import type { DatabaseOrTransaction } from "@hearth/db/client";
import { violatedConstraint } from "@hearth/db/errors";
import { users } from "@hearth/db/schema/users";
import { walletChallenges } from "@hearth/db/schema/wallet-challenges";
import { type WalletKind, wallets } from "@hearth/db/schema/wallets";
import { HearthError } from "@hearth/domain/errors";
import { limits } from "@hearth/domain/limits";
import { isNotSetAside } from "../../jobs/set-aside.repo.ts";
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, ne, sql } from "drizzle-orm";

export type WalletRow = typeof wallets.$inferSelect;
export type ChallengeRow = typeof walletChallenges.$inferSelect;

/** Lists an account's linked wallets, oldest first. */
export async function listLinkedWallets(db: DatabaseOrTransaction, userId: string): Promise<WalletRow[]> {
  return db
    .select()
    .from(wallets)
    .where(and(eq(wallets.userId, userId), isNull(wallets.unlinkedAt)))
    .orderBy(asc(wallets.createdAt), asc(wallets.id));
}

/** Lists an account's addresses that are linked and proven. */
export async function listProvenAddresses(db: DatabaseOrTransaction, userId: string): Promise<`0x${string}`[]> {
  const rows = await db
    .select({ address: wallets.address })
    .from(wallets)
    .where(and(eq(wallets.userId, userId), isNull(wallets.unlinkedAt), isNotNull(wallets.provenAt)));
  return rows.map((row) => row.address);
}

/** Returns true if an account has ever proven an address, even if it is unlinked now. */
export async function hasProvenAddress(db: DatabaseOrTransaction, userId: string, address: string): Promise<boolean> {
  const isAddress = eq(sql`lower(${wallets.address})`, address.toLowerCase());
  return (await db.$count(wallets, and(eq(wallets.userId, userId), isAddress, isNotNull(wallets.provenAt)))) > 0;
}

/** Locks an account until the transaction ends, which serializes changes of its wallets. */
export async function lockAccount(tx: DatabaseOrTransaction, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
}

/** Finds an account's linked row of an address, ignoring case. */
export async function findLinkedWallet(db: DatabaseOrTransaction, userId: string, address: string): Promise<WalletRow | null> {
  const isAddress = eq(sql`lower(${wallets.address})`, address.toLowerCase());
  const [row] = await db
    .select()
    .from(wallets)
    .where(and(eq(wallets.userId, userId), isAddress, isNull(wallets.unlinkedAt)));
  return row ?? null;
}

/** Returns true when another account has the address linked. */
export async function isLinkedElsewhere(db: DatabaseOrTransaction, userId: string, address: string): Promise<boolean> {
  const isThere = and(eq(sql`lower(${wallets.address})`, address.toLowerCase()), isNull(wallets.unlinkedAt));
  return (await db.$count(wallets, and(isThere, ne(wallets.userId, userId)))) > 0;
}

/**
 * Links an address. A proven one becomes due for matching its earlier transfers.
 *
 * @throws HearthError WALLET_ALREADY_USED when another account has it, also concurrently.
 */
export async function insertWallet(tx: DatabaseOrTransaction, wallet: typeof wallets.$inferInsert): Promise<void> {
  try {
    await tx.insert(wallets).values({ ...wallet, lookBackDueAt: wallet.provenAt ?? null });
  } catch (error) {
    if (violatedConstraint(error) === "wallets_active_address_key") throw new HearthError("WALLET_ALREADY_USED", { cause: error });
    throw error;
  }
}

/** Marks a linked wallet as proven, due for matching its earlier transfers. Returns true if this call changed it. */
export async function markProven(tx: DatabaseOrTransaction, walletId: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(wallets)
    .set({ provenAt: now, lookBackDueAt: now })
    .where(and(eq(wallets.id, walletId), isNull(wallets.provenAt), isNull(wallets.unlinkedAt)))
    .returning({ id: wallets.id });
  return rows.length > 0;
}

/** Lists proven wallets whose earlier transfers were not matched yet, longest waiting first. */
export async function listLookBackDue(db: DatabaseOrTransaction, now: Date, limit: number): Promise<Pick<WalletRow, "id" | "address">[]> {
  return db
    .select({ id: wallets.id, address: wallets.address })
    .from(wallets)
    .where(and(isNotNull(wallets.lookBackDueAt), isNotSetAside("wallet", wallets.address, now)))
    .orderBy(asc(wallets.lookBackDueAt))
    .limit(limit);
}

/** Marks a wallet's earlier transfers as matched. */
export async function markLookedBack(tx: DatabaseOrTransaction, walletId: string): Promise<void> {
  await tx.update(wallets).set({ lookBackDueAt: null }).where(eq(wallets.id, walletId));
}

/** Unlinks the account's wallet of a kind. Returns its address, or null. */
export async function markUnlinked(tx: DatabaseOrTransaction, userId: string, kind: WalletKind, now: Date): Promise<`0x${string}` | null> {
  const [row] = await tx
    .update(wallets)
    .set({ unlinkedAt: now })
    .where(and(eq(wallets.userId, userId), eq(wallets.kind, kind), isNull(wallets.unlinkedAt)))
    .returning({ address: wallets.address });
  return row?.address ?? null;
}

/** Unlinks an address from accounts that have not proven it. Returns their number. */
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

/** Inserts a challenge, and deletes the account's oldest open ones beyond the limit. The account is locked. */
export async function insertChallenge(
  tx: DatabaseOrTransaction,
  challenge: typeof walletChallenges.$inferInsert & { createdAt: Date },
): Promise<void> {
  await tx.insert(walletChallenges).values(challenge);
  const { nonce, userId, usedAt, expiresAt, createdAt } = walletChallenges;
  const isOpenNow = and(eq(userId, challenge.userId), isNull(usedAt), gt(expiresAt, challenge.createdAt));
  const oldest = tx
    .select({ nonce })
    .from(walletChallenges)
    .where(and(isOpenNow, ne(nonce, challenge.nonce)))
    .orderBy(desc(createdAt), desc(nonce))
    .offset(limits.openWalletChallenges - 1);
  await tx.delete(walletChallenges).where(inArray(nonce, oldest));
}

/** Finds an account's challenge that is neither used nor expired. */
export async function findOpenChallenge(db: DatabaseOrTransaction, userId: string, nonce: string, now: Date): Promise<ChallengeRow | null> {
  const [row] = await db
    .select()
    .from(walletChallenges)
    .where(isOpen(userId, nonce, now));
  return row ?? null;
}

/** Uses up a challenge. Returns false when it was already used or has expired. */
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
