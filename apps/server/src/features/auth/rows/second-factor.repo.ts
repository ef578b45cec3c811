import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { passkeys } from "@hearth/db/schema/passkeys";
import { recoveryCodes } from "@hearth/db/schema/recovery-codes";
import { secondFactors } from "@hearth/db/schema/second-factors";
import { signInChallenges } from "@hearth/db/schema/sign-in-challenges";
import { users } from "@hearth/db/schema/users";
import { and, eq, gt, gte, isNotNull, isNull, lt, or, sql } from "drizzle-orm";

export type SecondFactorRow = typeof secondFactors.$inferSelect;

/** Returns an account's authenticator app, enabled or in setup. */
export async function findSecondFactor(db: DatabaseOrTransaction, userId: string): Promise<SecondFactorRow | null> {
  const [row] = await db.select().from(secondFactors).where(eq(secondFactors.userId, userId));
  return row ?? null;
}

/** Reads an account's authenticator app and passkey count in one statement; with `before`, only those added before that time. */
export async function findFactors(
  db: DatabaseOrTransaction,
  userId: string,
  before?: Date,
): Promise<{ app: SecondFactorRow | null; passkeys: number; hasPassword: boolean }> {
  const isOld = before === undefined ? sql`` : sql` and ${passkeys.createdAt} < ${before.toISOString()}`;
  const counted = sql<number>`(select count(*)::int from ${passkeys} where ${passkeys.userId} = ${users.id}${isOld})`;
  const [row] = await db
    .select({ app: secondFactors, passkeys: counted, hasPassword: sql<boolean>`${users.passwordHash} is not null` })
    .from(users)
    .leftJoin(secondFactors, and(eq(secondFactors.userId, users.id), before && lt(secondFactors.enabledAt, before)))
    .where(eq(users.id, userId));
  return row ?? { app: null, passkeys: 0, hasPassword: true };
}

/** Starts a setup with a new secret, replacing one that was never switched on; false where an app is on already. */
export async function beginSecondFactor(
  db: DatabaseOrTransaction,
  begun: Pick<SecondFactorRow, "userId" | "encryptedSecret" | "createdAt">,
): Promise<boolean> {
  const { encryptedSecret, createdAt } = begun;
  const rows = await db
    .insert(secondFactors)
    .values(begun)
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: { encryptedSecret, createdAt },
      setWhere: isNull(secondFactors.enabledAt),
    })
    .returning({ userId: secondFactors.userId });
  return rows.length > 0;
}

/** Switches on the app that was set up with this secret; false where a concurrent call did or the secret was replaced. */
export async function markSecondFactorOn(
  tx: Transaction,
  { userId, encryptedSecret }: Pick<SecondFactorRow, "userId" | "encryptedSecret">,
  use: { enabledAt: Date; lastUsedStep: number },
): Promise<boolean> {
  const rows = await tx
    .update(secondFactors)
    .set(use)
    .where(and(eq(secondFactors.userId, userId), eq(secondFactors.encryptedSecret, encryptedSecret), isNull(secondFactors.enabledAt)))
    .returning({ userId: secondFactors.userId });
  return rows.length > 0;
}

/** Consumes the code of a time step; false where the code of that step or a later one was consumed before. */
export async function markStepUsed(db: DatabaseOrTransaction, userId: string, step: number): Promise<boolean> {
  const rows = await db
    .update(secondFactors)
    .set({ lastUsedStep: step })
    .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.enabledAt), lt(secondFactors.lastUsedStep, step)))
    .returning({ userId: secondFactors.userId });
  return rows.length > 0;
}

/** Deletes an enabled authenticator app; true where one was on. */
export async function deleteSecondFactor(tx: Transaction, userId: string): Promise<boolean> {
  const rows = await tx
    .delete(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.enabledAt)))
    .returning({ userId: secondFactors.userId });
  return rows.length > 0;
}

/** Deletes an authenticator app that was switched on since a time, or is in setup. True where one had been switched on. */
export async function deleteSecondFactorSince(tx: Transaction, userId: string, since: Date): Promise<boolean> {
  const { enabledAt } = secondFactors;
  const rows = await tx
    .delete(secondFactors)
    .where(and(eq(secondFactors.userId, userId), or(isNull(enabledAt), gte(enabledAt, since))))
    .returning({ enabledAt });
  return rows.some((row) => row.enabledAt !== null);
}

/** Deletes recovery codes that were made since a time. True where there were any. */
export async function deleteRecoveryCodesSince(tx: Transaction, userId: string, since: Date): Promise<boolean> {
  const rows = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), gte(recoveryCodes.createdAt, since)))
    .returning({ id: recoveryCodes.id });
  return rows.length > 0;
}

export async function deleteRecoveryCodes(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

/** Replaces all of an account's recovery codes. */
export async function replaceRecoveryCodes(tx: Transaction, userId: string, codeHashes: string[], now: Date): Promise<void> {
  await deleteRecoveryCodes(tx, userId);
  await tx.insert(recoveryCodes).values(codeHashes.map((codeHash) => ({ userId, codeHash, createdAt: now })));
}

/** Consumes a recovery code of an account; false where no unused code matches. */
export async function markRecoveryCodeUsed(db: DatabaseOrTransaction, userId: string, codeHash: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash), isNull(recoveryCodes.usedAt)))
    .returning({ id: recoveryCodes.id });
  return rows.length > 0;
}

/** Counts an account's unused recovery codes. */
export function countRecoveryCodes(db: DatabaseOrTransaction, userId: string): Promise<number> {
  return db.$count(recoveryCodes, and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
}

/** Stores a challenge for an account whose password was verified, replacing an earlier one. */
export async function insertChallenge(db: DatabaseOrTransaction, challenge: typeof signInChallenges.$inferInsert): Promise<void> {
  const { userId: _, ...set } = { usedAt: null, ...challenge };
  await db.insert(signInChallenges).values(challenge).onConflictDoUpdate({ target: signInChallenges.userId, set });
}

/** Returns the user of an open challenge, or null. At exactly its expiry a challenge is no longer open. */
export async function findChallengedUser(db: DatabaseOrTransaction, tokenHash: string, now: Date): Promise<string | null> {
  const open = and(eq(signInChallenges.tokenHash, tokenHash), isNull(signInChallenges.usedAt), gt(signInChallenges.expiresAt, now));
  const [row] = await db.select({ userId: signInChallenges.userId }).from(signInChallenges).where(open);
  return row?.userId ?? null;
}

/** Consumes the challenge of a first sign-in; false where it was consumed or replaced before. */
export async function markChallengeUsed(tx: Transaction, tokenHash: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(signInChallenges)
    .set({ usedAt: now })
    .where(and(eq(signInChallenges.tokenHash, tokenHash), isNull(signInChallenges.usedAt)))
    .returning({ userId: signInChallenges.userId });
  return rows.length > 0;
}

/** Deletes an account's sign-in challenge. */
export async function deleteChallenge(db: DatabaseOrTransaction, userId: string): Promise<void> {
  await db.delete(signInChallenges).where(eq(signInChallenges.userId, userId));
}
