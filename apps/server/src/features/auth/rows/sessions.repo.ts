import { cachedQuery } from "@hearth/db/built-once";
import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { currentPayee, merchantFields, merchantOf, type OwnMerchant } from "@hearth/db/merchant-of";
import { merchantStaff } from "@hearth/db/schema/merchant-staff";
import { merchants } from "@hearth/db/schema/merchants";
import { passkeys } from "@hearth/db/schema/passkeys";
import { payees } from "@hearth/db/schema/payees";
import { secondFactors } from "@hearth/db/schema/second-factors";
import { type SessionKind, sessions } from "@hearth/db/schema/sessions";
import { users } from "@hearth/db/schema/users";
import { wallets } from "@hearth/db/schema/wallets";
import type { Role } from "@hearth/domain/auth/roles";
import type { StaffRole } from "@hearth/domain/merchants/staff-roles";
import { and, desc, eq, gt, inArray, isNull, ne, type Placeholder, sql } from "drizzle-orm";
import { accountFields, type AccountRow, enrolled, isEnrolledMerchant, isExternalWallet, isOwnedMerchant, owned } from "./auth.repo.ts";

/** A live session with its account's current state. */
export interface LiveSession {
  id: string;
  userId: string;
  kind: SessionKind;
  role: Role;
  staffRole: StaffRole | null;
  isReadOnly: boolean;
  /** Read for the admin area only; false for other sessions. */
  hasSecondFactor: boolean;
  lastUsedAt: Date;
  expiresAt: Date;
  authenticatedAt: Date;
  /** Undefined where it was not asked for. */
  account?: AccountRow;
  /** The merchant that the account owns or works for, in any status. Undefined where it was not asked for. */
  business?: OwnMerchant | null;
}

/** Rows that the statement of a session can read as well: the account, or the business that it owns or works for. */
export type BesideSession = "account" | "business";

export async function insertSession(db: DatabaseOrTransaction, session: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(session);
}

/** Stores the time zone of an account's browser. */
export async function setTimeZone(db: DatabaseOrTransaction, userId: string, timeZone: string): Promise<void> {
  await db
    .update(users)
    .set({ timeZone })
    .where(and(eq(users.id, userId), sql`${users.timeZone} is distinct from ${timeZone}`));
}

/** Matches open sessions: neither revoked nor expired. A session is expired at exactly its expiry. */
function isOpenAt(now: Date | Placeholder) {
  return and(isNull(sessions.revokedAt), gt(sessions.idleExpiresAt, now), gt(sessions.expiresAt, now));
}

/** Matches live sessions: open ones whose account is active. */
function isLiveAt(now: Date | Placeholder) {
  return and(isOpenAt(now), eq(users.status, "active"));
}

/** True where the account has an authenticator app or a passkey. Only evaluated for the admin area, which requires one. */
const hasSecondFactor = sql<boolean>`case when ${sessions.kind} = 'admin' then ${secondFactors.enabledAt} is not null
  or exists (select 1 from ${passkeys} where ${passkeys.userId} = ${sessions.userId}) else false end`;

const sessionFields = {
  id: sessions.id,
  userId: sessions.userId,
  kind: sessions.kind,
  lastUsedAt: sessions.lastUsedAt,
  expiresAt: sessions.expiresAt,
  authenticatedAt: sessions.authenticatedAt,
};
/** A session with the rights of its account. */
const rights = { ...sessionFields, role: users.role, isReadOnly: users.isReadOnly, staffRole: merchantStaff.role, hasSecondFactor };
const isStaffOfSession = and(eq(merchantStaff.userId, sessions.userId), isNull(merchantStaff.endedAt));
const isLiveSessionOfToken = and(eq(sessions.tokenHash, sql.placeholder("tokenHash")), isLiveAt(sql.placeholder("now")));

const liveSession = cachedQuery((db) =>
  db
    .select(rights)
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(secondFactors, eq(secondFactors.userId, sessions.userId))
    .leftJoin(merchantStaff, isStaffOfSession)
    .where(isLiveSessionOfToken)
    .prepare("live_session"),
);

const liveSessionWithAccount = cachedQuery((db) =>
  db
    .select({ session: rights, ...accountFields })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(secondFactors, eq(secondFactors.userId, sessions.userId))
    .leftJoin(merchantStaff, isStaffOfSession)
    .leftJoin(enrolled, isEnrolledMerchant)
    .leftJoin(owned, isOwnedMerchant)
    .leftJoin(wallets, isExternalWallet)
    .where(isLiveSessionOfToken)
    .prepare("live_session_with_account"),
);

const liveSessionWithBusiness = cachedQuery((db) =>
  db
    .select({ session: rights, ...merchantFields })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(secondFactors, eq(secondFactors.userId, sessions.userId))
    .leftJoin(merchantStaff, isStaffOfSession)
    .leftJoin(merchants, eq(merchants.id, merchantOf(sessions.userId)))
    .leftJoin(payees, currentPayee)
    .where(isLiveSessionOfToken)
    .prepare("live_session_with_business"),
);

/** Finds the live session of a token's hash, and `beside` it the account or its business, in one statement. */
export async function findLiveSession(
  db: DatabaseOrTransaction,
  tokenHash: string,
  now: Date,
  beside?: BesideSession,
): Promise<LiveSession | null> {
  const asked = { tokenHash, now: now.toISOString() };
  if (beside === "account") {
    const [row] = await liveSessionWithAccount(db).execute(asked);
    if (row === undefined) return null;
    const { session, ...account } = row;
    return { ...session, account };
  }
  if (beside === "business") {
    const [row] = await liveSessionWithBusiness(db).execute(asked);
    return row === undefined ? null : { ...row.session, business: row.merchant && { ...row.merchant, payee: row.payee } };
  }
  const [row] = await liveSession(db).execute(asked);
  return row ?? null;
}

export async function isLiveSession(db: DatabaseOrTransaction, sessionId: string, now: Date): Promise<boolean> {
  const [row] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, sessionId), isLiveAt(now)));
  return row !== undefined;
}

/** True where a session has not ended. It cannot end until the transaction does. */
export async function holdSession(tx: Transaction, sessionId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)))
    .for("share");
  return row !== undefined;
}

/** Extends a session's idle expiry. Of concurrent requests that read the same last use, only one updates the row. */
export async function touchSession(
  db: DatabaseOrTransaction,
  session: Pick<LiveSession, "id" | "lastUsedAt">,
  use: { lastUsedAt: Date; idleExpiresAt: Date },
): Promise<void> {
  await db
    .update(sessions)
    .set(use)
    .where(and(eq(sessions.id, session.id), eq(sessions.lastUsedAt, session.lastUsedAt), isNull(sessions.revokedAt)));
}

/** Records that the session's user re-authenticated. Does nothing for an ended session. */
export async function markAuthenticated(db: DatabaseOrTransaction, sessionId: string, now: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ authenticatedAt: now })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)));
}

/** Ends a session; false where it had ended before. */
export async function markSessionRevoked(db: DatabaseOrTransaction, sessionId: string, now: Date): Promise<boolean> {
  const ended = await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)))
    .returning({ id: sessions.id });
  return ended.length > 0;
}

/** Matches the account's open sessions. Does not check that the account is active. */
function isOpenSessionOf(userId: string, now: Date) {
  return and(eq(sessions.userId, userId), isOpenAt(now));
}

const maxListedSessions = 100;

/** Returns an account's open sessions, the last used first, at most a hundred. */
export async function listOpenSessions(db: DatabaseOrTransaction, userId: string, now: Date) {
  const { id, kind, userAgent, ip, createdAt, lastUsedAt } = sessions;
  return db
    .select({ id, kind, userAgent, ip, createdAt, lastUsedAt })
    .from(sessions)
    .where(isOpenSessionOf(userId, now))
    .orderBy(desc(lastUsedAt), desc(id))
    .limit(maxListedSessions);
}
export type OpenSession = Awaited<ReturnType<typeof listOpenSessions>>[number];

/** Ends a session if it is open and belongs to the account; false otherwise. */
export async function markOwnSessionRevoked(
  db: DatabaseOrTransaction,
  { userId, sessionId, now }: { userId: string; sessionId: string; now: Date },
): Promise<boolean> {
  const ended = await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.id, sessionId), isOpenSessionOf(userId, now)))
    .returning({ id: sessions.id });
  return ended.length > 0;
}

/** Ends an account's open sessions except the `keep` most recently used. */
export async function endOldestSessions(db: DatabaseOrTransaction, userId: string, keep: number, now: Date): Promise<void> {
  const { id, lastUsedAt } = sessions;
  const surplus = db.select({ id }).from(sessions).where(isOpenSessionOf(userId, now)).orderBy(desc(lastUsedAt), desc(id)).offset(keep);
  await db.update(sessions).set({ revokedAt: now }).where(inArray(id, surplus));
}

/** Revokes every session of an account except the given one, expired ones included. Returns the number revoked. */
export async function markSessionsRevoked(
  db: DatabaseOrTransaction,
  userId: string,
  exceptSessionId: string | null,
  now: Date,
): Promise<number> {
  const isNotExcepted = exceptSessionId === null ? undefined : ne(sessions.id, exceptSessionId);
  const ended = await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.expiresAt, now), isNotExcepted))
    .returning({ id: sessions.id });
  return ended.length;
}
