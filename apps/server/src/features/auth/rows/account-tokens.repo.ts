import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { type AccountTokenPurpose, accountTokenPurposes, accountTokens } from "@hearth/db/schema/account-tokens";
import { mails } from "@hearth/db/schema/mails";
import { merchantStaff } from "@hearth/db/schema/merchant-staff";
import { tenantInvitations } from "@hearth/db/schema/tenant-invitations";
import { users } from "@hearth/db/schema/users";
import { droppedReasons, returnedMailDays } from "@hearth/domain/notifications/mails";
import { and, eq, gt, gte, inArray, isNull, ne, or, sql } from "drizzle-orm";

/** Ends an account's unused tokens of these purposes, so that newer ones replace them. */
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

/** Returns the purpose of a token that has been neither used nor replaced, or null. */
export async function findUnusedPurpose(db: DatabaseOrTransaction, tokenHash: string): Promise<AccountTokenPurpose | null> {
  const [row] = await db
    .select({ purpose: accountTokens.purpose })
    .from(accountTokens)
    .where(and(eq(accountTokens.tokenHash, tokenHash), isNull(accountTokens.endedAt)));
  return row?.purpose ?? null;
}

/** Sets the expiry of a token; false where it has been used or replaced. */
export async function setTokenExpiry(db: DatabaseOrTransaction, tokenHash: string, expiresAt: Date): Promise<boolean> {
  const rows = await db
    .update(accountTokens)
    .set({ expiresAt })
    .where(and(eq(accountTokens.tokenHash, tokenHash), isNull(accountTokens.endedAt)))
    .returning({ id: accountTokens.id });
  return rows.length > 0;
}

/** Stores a token's hash; false where a concurrent call stored one first. */
export async function insertAccountToken(tx: DatabaseOrTransaction, token: typeof accountTokens.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(accountTokens).values(token).onConflictDoNothing().returning({ id: accountTokens.id });
  return rows.length > 0;
}

/**
 * Finds the account of a valid token. The account must be active. Its email must be the one the token was sent to, except for tokens that
 * set or restore another email.
 */
export async function findLivingToken(
  db: DatabaseOrTransaction,
  { purpose, tokenHash, now }: { purpose: AccountTokenPurpose; tokenHash: string; now: Date },
) {
  const { id, userId, email, sessionId, createdAt } = accountTokens;
  const isForOther = purpose === "changeEmail" || purpose === "keepEmail";
  const [row] = await db
    .select({ id, userId, email, sessionId, createdAt })
    .from(accountTokens)
    .innerJoin(users, and(eq(users.id, userId), isForOther ? undefined : eq(users.email, email), eq(users.status, "active")))
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

/** Marks a token as used; false where it has been used or replaced meanwhile. */
export async function markTokenUsed(tx: Transaction, id: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(accountTokens)
    .set({ endedAt: now })
    .where(and(eq(accountTokens.id, id), isNull(accountTokens.endedAt)))
    .returning({ id: accountTokens.id });
  return rows.length > 0;
}

/**
 * Records that the account's owner receives mail at this email; false where the account's email is another one, or was confirmed before.
 */
export async function markEmailConfirmed(tx: DatabaseOrTransaction, userId: string, email: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(users)
    .set({ emailConfirmedAt: now })
    .where(and(eq(users.id, userId), eq(users.email, email), isNull(users.emailConfirmedAt)))
    .returning({ id: users.id });
  return rows.length > 0;
}

/** True for the hash of an open invitation's link, to tenants or staff. One statement by unique indexes. */
export async function isOpenInvitation(db: DatabaseOrTransaction, inviteHash: string, now: Date): Promise<boolean> {
  const [row] = await db.execute<{ found: boolean }>(sql`
    select exists (select from ${tenantInvitations} t where t.invite_hash = ${inviteHash} and t.expires_at > ${now.toISOString()}::timestamptz)
      or exists (select from ${merchantStaff} s where s.invite_hash = ${inviteHash} and s.expires_at > ${now.toISOString()}::timestamptz) as found`);
  return row?.found === true;
}

/** Clears the confirmation of the email before, and ends every mailed link of the account except those that restore an email. */
export async function markEmailReplaced(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, userId));
  const ended = accountTokenPurposes.filter((purpose) => purpose !== "keepEmail");
  await markTokensEnded(tx, userId, ended, now);
}

/** True where another account than `but` can still get this address back, so nobody else may take it. One index lookup. */
export async function isEmailReserved(
  db: DatabaseOrTransaction,
  email: string,
  { but, now }: { but?: string; now: Date },
): Promise<boolean> {
  const { userId, purpose, endedAt, expiresAt } = accountTokens;
  const isOthers = but === undefined ? undefined : ne(userId, but);
  const [row] = await db
    .select({ id: accountTokens.id })
    .from(accountTokens)
    .where(and(eq(accountTokens.email, email), eq(purpose, "keepEmail"), isNull(endedAt), gt(expiresAt, now), isOthers))
    .limit(1);
  return row !== undefined;
}

/**
 * Ends an account's links that restore an email: those to this address, and those created since `since`, which an attacker may have caused.
 */
export async function markKeepTokensEnded(
  tx: Transaction,
  userId: string,
  restored: { email: string; since: Date },
  now: Date,
): Promise<void> {
  const { purpose, endedAt, email, createdAt } = accountTokens;
  const isMeant = or(eq(email, restored.email), gte(createdAt, restored.since));
  await tx
    .update(accountTokens)
    .set({ endedAt: now })
    .where(and(eq(accountTokens.userId, userId), eq(purpose, "keepEmail"), isNull(endedAt), isMeant));
}

/**
 * Selects the newest refused mail of the past days to an account's email, or null if the account has confirmed the email since. For queries that
 * read `users`. Uses the index of refused mails.
 */
const returnedMail = (now: Date) => {
  const since = new Date(now.getTime() - returnedMailDays * 86_400_000).toISOString();
  const dropped = sql.param(Object.values(droppedReasons));
  return sql<{ at: string; reason: string } | null>`(
    select json_build_object('at', m.created_at, 'reason', m.last_error) from ${mails} m
    where m.user_id = ${users.id} and m.status = 'refused' and m.to_address = ${users.email} and m.last_error <> all(${dropped}::text[])
      and m.created_at > greatest(${since}::timestamptz, ${users.emailConfirmedAt})
    order by m.created_at desc limit 1)`;
};

/** Reads an account's email, the time it was confirmed, the pending new email, and the newest returned mail. */
export async function findEmail(db: DatabaseOrTransaction, userId: string, now: Date) {
  const { email, emailConfirmedAt } = users;
  const isWaiting = and(
    eq(accountTokens.userId, users.id),
    eq(accountTokens.purpose, "changeEmail"),
    isNull(accountTokens.endedAt),
    gt(accountTokens.expiresAt, now),
  );
  const [row] = await db
    .select({ email, emailConfirmedAt, newEmail: accountTokens.email, returned: returnedMail(now) })
    .from(users)
    .leftJoin(accountTokens, isWaiting)
    .where(eq(users.id, userId));
  return row ?? null;
}

export async function findActiveAccount(db: DatabaseOrTransaction, email: string): Promise<{ id: string } | null> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), eq(users.status, "active")));
  return row ?? null;
}

/** Cancels a pending email change; true where there was one. */
export async function markEmailChangeEnded(tx: DatabaseOrTransaction, userId: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(accountTokens)
    .set({ endedAt: now })
    .where(and(eq(accountTokens.userId, userId), eq(accountTokens.purpose, "changeEmail"), isNull(accountTokens.endedAt)))
    .returning({ id: accountTokens.id });
  return rows.length > 0;
}

/** Sets a password without checking the old one, for an account whose owner was verified by a mailed link. */
export async function setPassword(tx: Transaction, userId: string, passwordHash: string, now: Date): Promise<void> {
  await tx.update(users).set({ passwordHash, firstPasswordUntil: null, updatedAt: now }).where(eq(users.id, userId));
}
