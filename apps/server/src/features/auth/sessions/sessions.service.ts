import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import type { SessionKind } from "@hearth/db/schema/sessions";
import { HearthError } from "@hearth/domain/errors";
import { limits } from "@hearth/domain/limits";
import type { Deps } from "../../../deps.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { rememberDevice } from "./known-devices.ts";
import { viewUser } from "../rows/auth.view.ts";
import { deleteChallenge } from "../rows/second-factor.repo.ts";
import {
  type BesideSession,
  endOldestSessions,
  findLiveSession,
  holdSession,
  insertSession,
  isLiveSession,
  type LiveSession,
  markSessionsRevoked,
  touchSession,
} from "../rows/sessions.repo.ts";
import { notifyNewDevice } from "./sign-in-notices.ts";
import { createToken, hashToken, looksLikeToken } from "./tokens.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** A session's maximum idle time and maximum age. */
const lifetimes: Record<SessionKind, { idleMs: number; absoluteMs: number }> = {
  auth: { idleMs: 24 * hourMs, absoluteMs: 30 * 24 * hourMs },
  admin: { idleMs: 30 * minuteMs, absoluteMs: 8 * hourMs },
};
/** Minimum time between two updates of a session's last use; each costs an UPDATE. */
const touchEveryMs = minuteMs;

/**
 * Opens a session and returns its token, of which only the hash is stored. The device becomes known to the account. Past the limit of
 * sessions, the least recently used one ends.
 */
export async function openSession(
  db: DatabaseOrTransaction,
  session: { userId: string; kind: SessionKind; now: Date; origin: CallOrigin | null },
): Promise<string> {
  const { userId, kind, now, origin } = session;
  const token = createToken(kind);
  const { idleMs, absoluteMs } = lifetimes[kind];
  if (origin !== null) await notifyNewDevice(db, userId, origin, now);
  await insertSession(db, {
    userId,
    kind,
    tokenHash: hashToken(token),
    userAgent: origin?.userAgent ?? null,
    ip: origin?.ip ?? null,
    createdAt: now,
    lastUsedAt: now,
    authenticatedAt: now,
    idleExpiresAt: new Date(now.getTime() + idleMs),
    expiresAt: new Date(now.getTime() + absoluteMs),
  });
  if (origin !== null) {
    await endOldestSessions(db, userId, limits.sessionsPerAccount, now);
    await rememberDevice(db, origin, userId, now);
  }
  return token;
}

export type { BesideSession };

/**
 * Returns the user of a token, read from the database each time; null where the token is not valid. If admins must have a second factor, an
 * admin token issued before that is not valid until its account has one. The statement that finds the session reads `beside` as well.
 */
export async function resolveActor(deps: Deps, token: string | null, beside?: BesideSession): Promise<Actor | null> {
  if (token === null || !looksLikeToken(token)) return null;
  const now = deps.clock.now();
  const session = await findLiveSession(deps.db, hashToken(token), now, beside);
  if (session === null || (session.kind === "admin" && deps.env.adminsNeedSecondFactor && !session.hasSecondFactor)) return null;
  if (now.getTime() - session.lastUsedAt.getTime() >= touchEveryMs) await moveIdleExpiry(deps, session, now);
  const { userId, role, staffRole, isReadOnly, kind, id: sessionId, authenticatedAt, account, business } = session;
  const read = { ...(account && { account: viewUser(account) }), ...(business !== undefined && { business }) };
  return { userId, role, staffRole, isReadOnly, kind, sessionId, authenticatedAt, ...read };
}

/** True while neither the session nor its account has ended. */
export async function isSessionOpen(deps: Deps, sessionId: string): Promise<boolean> {
  return isLiveSession(deps.db, sessionId, deps.clock.now());
}

/**
 * Requires that the caller's session has not ended, and keeps it until the transaction ends. So an owner who ends the sessions of an account
 * finds every act that was under way. @throws HearthError UNAUTHENTICATED.
 */
export async function requireOpenSession(tx: Transaction, { sessionId }: Pick<Actor, "sessionId">): Promise<void> {
  if (!(await holdSession(tx, sessionId))) throw new HearthError("UNAUTHENTICATED");
}

/** Ends an account's sessions in both areas, except the given one, and any incomplete sign-in. Returns the number of sessions ended. */
export async function endSessions(
  db: DatabaseOrTransaction,
  userId: string,
  { except = null, now }: { except?: string | null; now: Date },
): Promise<number> {
  await deleteChallenge(db, userId);
  return markSessionsRevoked(db, userId, except, now);
}

async function moveIdleExpiry(deps: Deps, session: LiveSession, now: Date): Promise<void> {
  const idleExpiresAt = new Date(Math.min(now.getTime() + lifetimes[session.kind].idleMs, session.expiresAt.getTime()));
  await touchSession(deps.db, session, { lastUsedAt: now, idleExpiresAt });
}
