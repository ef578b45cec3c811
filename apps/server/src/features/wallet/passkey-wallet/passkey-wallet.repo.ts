import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { passkeyWalletPasskeys } from "@hearth/db/schema/passkey-wallet-passkeys";
import { passkeyWallets } from "@hearth/db/schema/passkey-wallets";
import { and, asc, eq, exists, isNull, sql } from "drizzle-orm";

type WalletRow = typeof passkeyWallets.$inferSelect;
export type WalletPasskeyRow = typeof passkeyWalletPasskeys.$inferSelect;

/** A wallet in use, with its passkeys that were not removed, oldest first. */
export interface PasskeyWallet extends WalletRow {
  passkeys: WalletPasskeyRow[];
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
