import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { type AccountTokenPurpose, accountTokenPurposes, accountTokens } from "@hearth/db/schema/account-tokens";
import { mails } from "@hearth/db/schema/mails";
import { users } from "@hearth/db/schema/users";
import { droppedReasons, returnedMailDays } from "@hearth/domain/notifications/mails";
import { and, eq, gt, gte, inArray, isNull, ne, or, sql } from "drizzle-orm";

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

/** What a token that nobody has used or replaced is for. */
export async function findUnusedPurpose(db: DatabaseOrTransaction, tokenHash: string): Promise<AccountTokenPurpose | null> {
  const [row] = await db
    .select({ purpose: accountTokens.purpose })
    .from(accountTokens)
    .where(and(eq(accountTokens.tokenHash, tokenHash), isNull(accountTokens.endedAt)));
  return row?.purpose ?? null;
}

/** Moves the end of a token that nobody has used or replaced; false where somebody has. */
export async function setTokenExpiry(db: DatabaseOrTransaction, tokenHash: string, expiresAt: Date): Promise<boolean> {
  const rows = await db
    .update(accountTokens)
    .set({ expiresAt })
    .where(and(eq(accountTokens.tokenHash, tokenHash), isNull(accountTokens.endedAt)))
    .returning({ id: accountTokens.id });
  return rows.length > 0;
}

/** Stores a token's hash; false where another one came first at the same moment. */
export async function insertAccountToken(tx: DatabaseOrTransaction, token: typeof accountTokens.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(accountTokens).values(token).onConflictDoNothing().returning({ id: accountTokens.id });
  return rows.length > 0;
}

/** Whose a token is that can still be used: of an active account, which still has the email that the token was sent to unless it is to get it, or to get it back. */
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

/** Uses a token up; false where it was used, or a newer one took its place, in the meantime. */
export async function markTokenUsed(tx: Transaction, id: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(accountTokens)
    .set({ endedAt: now })
    .where(and(eq(accountTokens.id, id), isNull(accountTokens.endedAt)))
    .returning({ id: accountTokens.id });
  return rows.length > 0;
}

/** Writes down that an account's holder reads the mail to this email; nothing where it has another one by now, or was confirmed before. */
export async function markEmailConfirmed(tx: DatabaseOrTransaction, userId: string, email: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(users)
    .set({ emailConfirmedAt: now })
    .where(and(eq(users.id, userId), eq(users.email, email), isNull(users.emailConfirmedAt)))
    .returning({ id: users.id });
  return rows.length > 0;
}

/** Forgets that the email before was confirmed, and ends every link that was sent to it but those that bring it back. */
export async function markEmailReplaced(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, userId));
  const ended = accountTokenPurposes.filter((purpose) => purpose !== "keepEmail");
  await markTokensEnded(tx, userId, ended, now);
}

/** Whether an address can still be given back to an account, other than the one that is named: nobody else gets it meanwhile. One look by an index. */
export async function isEmailKept(db: DatabaseOrTransaction, email: string, { but, now }: { but?: string; now: Date }): Promise<boolean> {
  const { userId, purpose, endedAt, expiresAt } = accountTokens;
  const isOthers = but === undefined ? undefined : ne(userId, but);
  const [row] = await db
    .select({ id: accountTokens.id })
    .from(accountTokens)
    .where(and(eq(accountTokens.email, email), eq(purpose, "keepEmail"), isNull(endedAt), gt(expiresAt, now), isOthers))
    .limit(1);
  return row !== undefined;
}

/** Ends the links that bring an email back: those to this address, and those of changes since that moment, which whoever took the account made. */
export async function markKeepTokensEnded(tx: Transaction, userId: string, of: { email: string; since: Date }, now: Date): Promise<void> {
  const { purpose, endedAt, email, createdAt } = accountTokens;
  const isMeant = or(eq(email, of.email), gte(createdAt, of.since));
  await tx
    .update(accountTokens)
    .set({ endedAt: now })
    .where(and(eq(accountTokens.userId, userId), eq(purpose, "keepEmail"), isNull(endedAt), isMeant));
}

/**
 * The newest mail to an account's email that no mail server delivered lately; null where the account has confirmed the email since. For queries that read
 * `users`; by the index of refused mails.
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

/** An account's email, since when it is confirmed, the one that is to take its place once it is, and the newest mail to it that came back. */
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

/** The active account of an email. */
export async function findActiveAccount(db: DatabaseOrTransaction, email: string): Promise<{ id: string } | null> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), eq(users.status, "active")));
  return row ?? null;
}

/** Ends the wish for another email; whether there was one. */
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
