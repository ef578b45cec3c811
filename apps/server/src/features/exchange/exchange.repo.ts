import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { violatedConstraint } from "@hearth/db/errors";
import { exchangeAccounts } from "@hearth/db/schema/exchange-accounts";
import { exchangeLinks, type LinkOutcome } from "@hearth/db/schema/exchange-links";
import { HearthError } from "@hearth/domain/errors";
import { and, desc, eq, gt, isNull } from "drizzle-orm";

export type LinkRow = typeof exchangeLinks.$inferSelect;
export type ExchangeAccountRow = typeof exchangeAccounts.$inferSelect;

/** Stores an authorization that a person is sent to. */
export async function insertLink(db: DatabaseOrTransaction, link: typeof exchangeLinks.$inferInsert): Promise<void> {
  await db.insert(exchangeLinks).values(link);
}

/** Uses up an authorization for the account and session that began it. Null for any other, for a second use, and after its expiry. */
export async function markLinkUsed(
  db: DatabaseOrTransaction,
  key: { stateHash: string; userId: string; sessionId: string; now: Date },
): Promise<LinkRow | null> {
  const [row] = await db
    .update(exchangeLinks)
    .set({ usedAt: key.now })
    .where(
      and(
        eq(exchangeLinks.stateHash, key.stateHash),
        eq(exchangeLinks.userId, key.userId),
        eq(exchangeLinks.sessionId, key.sessionId),
        isNull(exchangeLinks.usedAt),
        isNull(exchangeLinks.clearedAt),
        gt(exchangeLinks.expiresAt, key.now),
      ),
    )
    .returning();
  return row ?? null;
}

/** Stores an authorization's outcome. */
export async function markLinkOutcome(db: DatabaseOrTransaction, stateHash: string, outcome: LinkOutcome): Promise<void> {
  await db.update(exchangeLinks).set({ outcome }).where(eq(exchangeLinks.stateHash, stateHash));
}

/** Stores the outcome of the account's newest authorization. */
export async function markNewestOutcome(db: DatabaseOrTransaction, userId: string, outcome: LinkOutcome): Promise<void> {
  const newest = await findNewestLink(db, userId);
  if (newest) await markLinkOutcome(db, newest.stateHash, outcome);
}

/** Finds the account's newest authorization that is not cleared. */
export async function findNewestLink(db: DatabaseOrTransaction, userId: string): Promise<LinkRow | null> {
  const [row] = await db
    .select()
    .from(exchangeLinks)
    .where(and(eq(exchangeLinks.userId, userId), isNull(exchangeLinks.clearedAt)))
    .orderBy(desc(exchangeLinks.createdAt), desc(exchangeLinks.usedAt))
    .limit(1);
  return row ?? null;
}

/** Clears the account's authorizations. One in progress becomes invalid. */
export async function markLinksCleared(db: DatabaseOrTransaction, userId: string, now: Date): Promise<void> {
  await db
    .update(exchangeLinks)
    .set({ clearedAt: now })
    .where(and(eq(exchangeLinks.userId, userId), isNull(exchangeLinks.clearedAt)));
}

/** Finds the exchange account that an account has access to. */
export async function findExchangeAccount(db: DatabaseOrTransaction, userId: string): Promise<ExchangeAccountRow | null> {
  const [row] = await db.select().from(exchangeAccounts).where(isActive(userId));
  return row ?? null;
}

/** Locks the exchange account that an account has access to until the transaction ends. */
export async function lockExchangeAccount(tx: Transaction, userId: string): Promise<ExchangeAccountRow | null> {
  const [row] = await tx.select().from(exchangeAccounts).where(isActive(userId)).for("update");
  return row ?? null;
}

/** Stores a new access. The previous one must have ended. */
export async function insertExchangeAccount(tx: Transaction, account: typeof exchangeAccounts.$inferInsert): Promise<ExchangeAccountRow> {
  const [row] = await tx.insert(exchangeAccounts).values(account).returning();
  if (!row) throw new Error("The exchange account was not stored");
  return row;
}

/** Changes an access that has not ended. @throws HearthError EXCHANGE_ACCOUNT_USED when another account has it. */
export async function updateExchangeAccount(
  tx: Transaction,
  id: string,
  change: Partial<Pick<ExchangeAccountRow, "externalUserId" | "encryptedAccessToken" | "encryptedRefreshToken" | "accessExpiresAt">>,
): Promise<boolean> {
  try {
    const rows = await tx
      .update(exchangeAccounts)
      .set(change)
      .where(and(eq(exchangeAccounts.id, id), isNull(exchangeAccounts.endedAt)))
      .returning({ id: exchangeAccounts.id });
    return rows.length > 0;
  } catch (error) {
    if (violatedConstraint(error) === "exchange_accounts_external_key") throw new HearthError("EXCHANGE_ACCOUNT_USED", { cause: error });
    throw error;
  }
}

/** Ends the access and deletes its tokens. Returns the old row with the tokens, for revoking; null without an access. */
export async function markExchangeAccountEnded(tx: Transaction, userId: string, now: Date): Promise<ExchangeAccountRow | null> {
  const account = await lockExchangeAccount(tx, userId);
  if (!account) return null;
  await tx
    .update(exchangeAccounts)
    .set({ endedAt: now, encryptedAccessToken: null, encryptedRefreshToken: null })
    .where(eq(exchangeAccounts.id, account.id));
  return account;
}

function isActive(userId: string) {
  return and(eq(exchangeAccounts.userId, userId), isNull(exchangeAccounts.endedAt));
}
