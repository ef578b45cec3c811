import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { passkeyChallenges, type PasskeyPurpose } from "@hearth/db/schema/passkey-challenges";
import { passkeys } from "@hearth/db/schema/passkeys";
import { users } from "@hearth/db/schema/users";
import { and, desc, eq, gt, gte } from "drizzle-orm";

export type PasskeyRow = typeof passkeys.$inferSelect;

/** Returns an account's passkeys, newest first. */
export async function listPasskeys(db: DatabaseOrTransaction, userId: string): Promise<PasskeyRow[]> {
  return db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(desc(passkeys.id));
}

/** Counts an account's passkeys; with `id`, returns 1 if the account has that passkey and 0 otherwise. */
export function countPasskeys(db: DatabaseOrTransaction, userId: string, id?: string): Promise<number> {
  return db.$count(passkeys, and(eq(passkeys.userId, userId), id === undefined ? undefined : eq(passkeys.id, id)));
}

/** Finds a passkey by its credential id, with its account's current role and status. */
export async function findPasskey(db: DatabaseOrTransaction, credentialId: string) {
  const [row] = await db
    .select({ passkey: passkeys, role: users.role, status: users.status })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.credentialId, credentialId));
  return row ?? null;
}

/** Stores a new passkey; null where any account has its credential already. */
export async function insertPasskey(tx: Transaction, passkey: typeof passkeys.$inferInsert): Promise<PasskeyRow | null> {
  const [row] = await tx.insert(passkeys).values(passkey).onConflictDoNothing({ target: passkeys.credentialId }).returning();
  return row ?? null;
}

/** Renames one of an account's passkeys; null where it has no such passkey. */
export async function setPasskeyName(
  db: DatabaseOrTransaction,
  { id, userId, name }: Pick<PasskeyRow, "id" | "userId" | "name">,
): Promise<PasskeyRow | null> {
  const [row] = await db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning();
  return row ?? null;
}

/** Deletes one of an account's passkeys and returns it; null where it has no such passkey. */
export async function deletePasskey(tx: Transaction, { id, userId }: Pick<PasskeyRow, "id" | "userId">): Promise<PasskeyRow | null> {
  const [row] = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning();
  return row ?? null;
}

/** Deletes the passkeys added to an account since a time, inclusive, and returns their names. */
export async function deletePasskeysSince(tx: Transaction, userId: string, since: Date): Promise<string[]> {
  const rows = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), gte(passkeys.createdAt, since)))
    .returning({ name: passkeys.name });
  return rows.map(({ name }) => name);
}

/** Deletes all passkeys of an account; true where it had any. */
export async function deletePasskeys(tx: Transaction, userId: string): Promise<boolean> {
  const rows = await tx.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id });
  return rows.length > 0;
}

/** Records a use of a passkey; false where it has been removed meanwhile. */
export async function markPasskeyUsed(
  db: DatabaseOrTransaction,
  { id, signCount, isBackedUp }: Pick<PasskeyRow, "id" | "signCount" | "isBackedUp">,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(passkeys)
    .set({ signCount, isBackedUp, lastUsedAt: now })
    .where(eq(passkeys.id, id))
    .returning({ id: passkeys.id });
  return rows.length > 0;
}

export async function insertPasskeyChallenge(db: DatabaseOrTransaction, challenge: typeof passkeyChallenges.$inferInsert): Promise<void> {
  await db.insert(passkeyChallenges).values(challenge);
}

/**
 * Consumes a challenge and returns the user who requested it, null for a sign-in. Returns undefined if no open challenge of this purpose
 * matches.
 */
export async function takePasskeyChallenge(
  db: DatabaseOrTransaction,
  { challengeHash, purpose, now }: { challengeHash: string; purpose: PasskeyPurpose; now: Date },
): Promise<string | null | undefined> {
  const [row] = await db
    .delete(passkeyChallenges)
    .where(
      and(eq(passkeyChallenges.challengeHash, challengeHash), eq(passkeyChallenges.purpose, purpose), gt(passkeyChallenges.expiresAt, now)),
    )
    .returning({ userId: passkeyChallenges.userId });
  return row?.userId;
}
