import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { passkeyWalletPasskeys } from "@hearth/db/schema/passkey-wallet-passkeys";
import { passkeyWallets } from "@hearth/db/schema/passkey-wallets";
import { users } from "@hearth/db/schema/users";
import { payments } from "@hearth/db/schema/payments";
import { scheduledPayments } from "@hearth/db/schema/scheduled-payments";
import { and, asc, desc, eq, exists, gte, inArray, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";

type WalletRow = typeof passkeyWallets.$inferSelect;
export type WalletPasskeyRow = typeof passkeyWalletPasskeys.$inferSelect;

/** A wallet in use, with its passkeys that were not removed, oldest first. */
export interface PasskeyWallet extends WalletRow {
  passkeys: WalletPasskeyRow[];
}

/** True for a wallet that the loss of one device does not lose. Its recovery code alone is a sheet of paper that nobody has tried. */
export function isRecoverable({ passkeys }: { passkeys: readonly Pick<WalletPasskeyRow, "isBackedUp">[] }): boolean {
  return passkeys.length > 1 || passkeys.some(({ isBackedUp }) => isBackedUp);
}

const isInUse = and(isNull(passkeyWallets.endedAt), isNull(passkeyWalletPasskeys.removedAt));

/** Finds the passkey wallet that an account uses; null where it has none. */
export async function findPasskeyWallet(db: DatabaseOrTransaction, userId: string): Promise<PasskeyWallet | null> {
  const rows = await db
    .select({ wallet: passkeyWallets, passkey: passkeyWalletPasskeys })
    .from(passkeyWallets)
    .leftJoin(passkeyWalletPasskeys, and(eq(passkeyWalletPasskeys.walletId, passkeyWallets.id), isNull(passkeyWalletPasskeys.removedAt)))
    .where(and(eq(passkeyWallets.userId, userId), isNull(passkeyWallets.endedAt)))
    .orderBy(asc(passkeyWalletPasskeys.id));
  const [first] = rows;
  return first === undefined ? null : { ...first.wallet, passkeys: rows.flatMap(({ passkey }) => passkey ?? []) };
}

/** Lists an account's wallets that were taken out of use, newest first. */
export async function listEndedWallets(db: DatabaseOrTransaction, userId: string): Promise<Pick<WalletRow, "address" | "createdAt">[]> {
  return db
    .select({ address: passkeyWallets.address, createdAt: passkeyWallets.createdAt })
    .from(passkeyWallets)
    .where(and(eq(passkeyWallets.userId, userId), isNotNull(passkeyWallets.endedAt)))
    .orderBy(desc(passkeyWallets.id));
}

/** Puts a wallet that was taken out of use back, and returns its checksummed address. Null where the account has no such wallet. It must use none. */
export async function markWalletInUse(tx: Transaction, userId: string, address: string): Promise<`0x${string}` | null> {
  const isAddress = eq(sql`lower(${passkeyWallets.address})`, address.toLowerCase());
  const [row] = await tx
    .update(passkeyWallets)
    .set({ endedAt: null })
    .where(and(eq(passkeyWallets.userId, userId), isAddress, isNotNull(passkeyWallets.endedAt)))
    .returning({ address: passkeyWallets.address });
  return row?.address ?? null;
}

/** Takes the wallet out of use that an account uses. Its wraps stay. */
export async function endWallet(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx
    .update(passkeyWallets)
    .set({ endedAt: now })
    .where(and(eq(passkeyWallets.userId, userId), isNull(passkeyWallets.endedAt)));
}

/** Puts the wallet back that was taken out of use last since a time, inclusive, and made before, if the account uses none. Returns its address. */
export async function reuseWalletEndedSince(tx: Transaction, userId: string, since: Date): Promise<string | null> {
  if ((await tx.$count(passkeyWallets, and(eq(passkeyWallets.userId, userId), isNull(passkeyWallets.endedAt)))) > 0) return null;
  const newest = tx
    .select({ id: passkeyWallets.id })
    .from(passkeyWallets)
    .where(and(eq(passkeyWallets.userId, userId), gte(passkeyWallets.endedAt, since), lt(passkeyWallets.createdAt, since)))
    .orderBy(desc(passkeyWallets.endedAt))
    .limit(1);
  const [row] = await tx
    .update(passkeyWallets)
    .set({ endedAt: null })
    .where(inArray(passkeyWallets.id, newest))
    .returning({ address: passkeyWallets.address });
  return row?.address ?? null;
}

/** Counts an account's scheduled payments that a wallet signed and that are still to be sent, and its open payments. */
export async function countWalletUses(
  db: DatabaseOrTransaction,
  userId: string,
  address: `0x${string}`,
): Promise<{ scheduledPayments: number; openPayments: number }> {
  const { payerId, fromAddress, status } = scheduledPayments;
  const isSigned = and(eq(payerId, userId), eq(fromAddress, address), inArray(status, ["ready", "sent"]));
  const isOpen = and(eq(payments.consumerId, userId), eq(payments.status, "pending"));
  return { scheduledPayments: await db.$count(scheduledPayments, isSigned), openPayments: await db.$count(payments, isOpen) };
}

/** Takes the wallet out of use that an account made since a time, inclusive. Its wraps stay. Returns its address; null where it made none. */
export async function endWalletSince(tx: Transaction, userId: string, since: Date, now: Date): Promise<string | null> {
  const [row] = await tx
    .update(passkeyWallets)
    .set({ endedAt: now })
    .where(and(eq(passkeyWallets.userId, userId), isNull(passkeyWallets.endedAt), gte(passkeyWallets.createdAt, since)))
    .returning({ address: passkeyWallets.address });
  return row?.address ?? null;
}

/**
 * Removes the passkeys that were added to the wallet in use since a time, inclusive, and puts those back that were there before and removed since. Returns the
 * names of both.
 */
export async function undoWalletPasskeys(
  tx: Transaction,
  userId: string,
  since: Date,
  now: Date,
): Promise<{ removed: string[]; restored: string[] }> {
  const { name, walletId, createdAt, removedAt } = passkeyWalletPasskeys;
  const inUse = tx
    .select({ id: passkeyWallets.id })
    .from(passkeyWallets)
    .where(and(eq(passkeyWallets.id, walletId), eq(passkeyWallets.userId, userId), isNull(passkeyWallets.endedAt)));
  const change = async (to: Date | null, condition: SQL | undefined) => {
    const rows = await tx
      .update(passkeyWalletPasskeys)
      .set({ removedAt: to })
      .where(and(exists(inUse), condition))
      .returning({ name });
    return rows.map((row) => row.name);
  };
  return {
    removed: await change(now, and(gte(createdAt, since), isNull(removedAt))),
    restored: await change(null, and(lt(createdAt, since), gte(removedAt, since))),
  };
}

/** Stores a new wallet and returns its id; null where the account uses one already, also one made concurrently. */
export async function insertPasskeyWallet(tx: Transaction, wallet: typeof passkeyWallets.$inferInsert): Promise<string | null> {
  const inUse = { target: passkeyWallets.userId, where: sql`${passkeyWallets.endedAt} is null` };
  const [row] = await tx.insert(passkeyWallets).values(wallet).onConflictDoNothing(inUse).returning({ id: passkeyWallets.id });
  return row?.id ?? null;
}

/** Stores a new passkey; false where any wallet has its credential already. */
export async function insertWalletPasskey(tx: Transaction, passkey: typeof passkeyWalletPasskeys.$inferInsert): Promise<boolean> {
  const stored = tx.insert(passkeyWalletPasskeys).values(passkey).onConflictDoNothing({ target: passkeyWalletPasskeys.credentialId });
  return (await stored.returning({ id: passkeyWalletPasskeys.id })).length > 0;
}

/** Finds a passkey of a wallet in use by its credential id, with its account and that account's current role and status. */
export async function findWalletPasskey(db: DatabaseOrTransaction, credentialId: string) {
  const [row] = await db
    .select({ passkey: passkeyWalletPasskeys, userId: users.id, role: users.role, status: users.status })
    .from(passkeyWalletPasskeys)
    .innerJoin(passkeyWallets, eq(passkeyWallets.id, passkeyWalletPasskeys.walletId))
    .innerJoin(users, eq(users.id, passkeyWallets.userId))
    .where(and(eq(passkeyWalletPasskeys.credentialId, credentialId), isInUse));
  if (row === undefined) return null;
  const { passkey, userId, role, status } = row;
  return { passkey: { ...passkey, userId }, role, status };
}

/** Records a use that the server verified; false where the passkey has been removed meanwhile. */
export async function markWalletPasskeyUsed(
  db: DatabaseOrTransaction,
  { id, signCount, isBackedUp }: Pick<WalletPasskeyRow, "id" | "signCount" | "isBackedUp">,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(passkeyWalletPasskeys)
    .set({ signCount, isBackedUp, lastUsedAt: now })
    .where(and(eq(passkeyWalletPasskeys.id, id), isNull(passkeyWalletPasskeys.removedAt)))
    .returning({ id: passkeyWalletPasskeys.id });
  return rows.length > 0;
}

/** A passkey by its id, or by the credential that the page used. */
type Which = { id: string } | { credentialId: string };

/** Changes a passkey of the wallet that an account uses, and returns its name. Null where it has no such passkey. */
export async function changeWalletPasskey(
  db: DatabaseOrTransaction,
  userId: string,
  which: Which,
  change: Partial<Pick<WalletPasskeyRow, "name" | "lastUsedAt" | "removedAt">>,
): Promise<string | null> {
  const isWhich = "id" in which ? eq(passkeyWalletPasskeys.id, which.id) : eq(passkeyWalletPasskeys.credentialId, which.credentialId);
  const ofAccount = db
    .select({ id: passkeyWallets.id })
    .from(passkeyWallets)
    .where(and(eq(passkeyWallets.id, passkeyWalletPasskeys.walletId), eq(passkeyWallets.userId, userId), isInUse));
  const [row] = await db
    .update(passkeyWalletPasskeys)
    .set(change)
    .where(and(isWhich, exists(ofAccount)))
    .returning({ name: passkeyWalletPasskeys.name });
  return row?.name ?? null;
}
