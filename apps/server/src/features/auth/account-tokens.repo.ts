import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { type AccountTokenPurpose, accountTokenPurposes, accountTokens } from "@hearth/db/schema/account-tokens";
import { users } from "@hearth/db/schema/users";
import { and, eq, gt, inArray, isNull, lt } from "drizzle-orm";

/** Ends the living token of an account and purpose, so that a newer one takes its place. */
export async function markTokensEnded(
  tx: DatabaseOrTransaction,
  userId: string,
  purposes: readonly AccountTokenPurpose[],
  now: Date,
): Promise<void> {
  await tx
    .update(accountTokens)
    .set({ endedAt: now })
    .where(and(eq(accountTokens.userId, userId), inArray(accountTokens.purpose, [...purposes]), isNull(accountTokens.endedAt)));
}

/** Stores a token's hash; false where another one came first at the same moment. */
export async function insertAccountToken(tx: DatabaseOrTransaction, token: typeof accountTokens.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(accountTokens).values(token).onConflictDoNothing().returning({ id: accountTokens.id });
  return rows.length > 0;
}

/** Whose a token is that can still be used: of an active account, which still has the e-mail that the token was sent to unless it is to get it. */
export async function findLivingToken(
  db: DatabaseOrTransaction,
  { purpose, tokenHash, now }: { purpose: AccountTokenPurpose; tokenHash: string; now: Date },
) {
  const { id, userId, email, sessionId } = accountTokens;
  const [row] = await db
    .select({ id, userId, email, sessionId, emailConfirmedAt: users.emailConfirmedAt })
    .from(accountTokens)
    .innerJoin(users, and(eq(users.id, userId), purpose === "changeEmail" ? undefined : eq(users.email, email), eq(users.status, "active")))
    .where(
      and(
        eq(accountTokens.purpose, purpose),
        eq(accountTokens.tokenHash, tokenHash),
        isNull(accountTokens.endedAt),
        gt(accountTokens.expiresAt, now),
      ),
    );
  return row ?? null;
}

/** Uses a token up; false where it was used, or a newer one took its place, in the meantime. */
export async function markTokenUsed(tx: Transaction, id: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(accountTokens)
    .set({ endedAt: now })
    .where(and(eq(accountTokens.id, id), isNull(accountTokens.endedAt)))
    .returning({ id: accountTokens.id });
  return rows.length > 0;
}

/** Writes down that an account's holder reads the mail to this e-mail; nothing where it has another one by now, or was confirmed before. */
export async function markEmailConfirmed(tx: DatabaseOrTransaction, userId: string, email: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(users)
    .set({ emailConfirmedAt: now })
    .where(and(eq(users.id, userId), eq(users.email, email), isNull(users.emailConfirmedAt)))
    .returning({ id: users.id });
  return rows.length > 0;
}

/** Forgets that the e-mail before was confirmed, and ends every link that was sent to it. */
export async function markEmailReplaced(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, userId));
  await markTokensEnded(tx, userId, accountTokenPurposes, now);
}

/** An account's e-mail, since when it is confirmed, and the one that is to take its place once it is. */
export async function findEmail(db: DatabaseOrTransaction, userId: string, now: Date) {
  const { email, emailConfirmedAt } = users;
  const isWaiting = and(
    eq(accountTokens.userId, users.id),
    eq(accountTokens.purpose, "changeEmail"),
    isNull(accountTokens.endedAt),
    gt(accountTokens.expiresAt, now),
  );
  const [row] = await db
    .select({ email, emailConfirmedAt, newEmail: accountTokens.email })
    .from(users)
    .leftJoin(accountTokens, isWaiting)
    .where(eq(users.id, userId));
  return row ?? null;
}

/** The active account of an e-mail. */
export async function findActiveAccount(db: DatabaseOrTransaction, email: string): Promise<{ id: string } | null> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), eq(users.status, "active")));
  return row ?? null;
}

/** Ends the wish for another e-mail; whether there was one. */
export async function markEmailChangeEnded(tx: DatabaseOrTransaction, userId: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(accountTokens)
    .set({ endedAt: now })
    .where(and(eq(accountTokens.userId, userId), eq(accountTokens.purpose, "changeEmail"), isNull(accountTokens.endedAt)))
    .returning({ id: accountTokens.id });
  return rows.length > 0;
}

/** Sets a password without the one before; for who has shown by mail that the account is theirs. */
export async function setPassword(tx: Transaction, userId: string, passwordHash: string, now: Date): Promise<void> {
  await tx.update(users).set({ passwordHash, firstPasswordUntil: null, updatedAt: now }).where(eq(users.id, userId));
}

/** Forgets the tokens that ended or ran out before a moment, at most so many. */
export async function deleteTokensBefore(db: DatabaseOrTransaction, before: Date, atMost: number): Promise<number> {
  const old = db.select({ id: accountTokens.id }).from(accountTokens).where(lt(accountTokens.expiresAt, before)).limit(atMost);
  const rows = await db.delete(accountTokens).where(inArray(accountTokens.id, old)).returning({ id: accountTokens.id });
  return rows.length;
}
