import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { type HeldPart, heldSince, isNotHeldBack, maySendMail } from "@hearth/db/held-back";
import { accountTokens } from "@hearth/db/schema/account-tokens";
import { scheduledPayments } from "@hearth/db/schema/scheduled-payments";
import { exchangeLinks } from "@hearth/db/schema/exchange-links";
import { mails } from "@hearth/db/schema/mails";
import { merchantStaff } from "@hearth/db/schema/merchant-staff";
import { merchants } from "@hearth/db/schema/merchants";
import { passkeyChallenges } from "@hearth/db/schema/passkey-challenges";
import { payeeChanges } from "@hearth/db/schema/payee-changes";
import { restores } from "@hearth/db/schema/restores";
import { sessions } from "@hearth/db/schema/sessions";
import { signInChallenges } from "@hearth/db/schema/sign-in-challenges";
import { tenantInvitations } from "@hearth/db/schema/tenant-invitations";
import { walletChallenges } from "@hearth/db/schema/wallet-challenges";
import { and, asc, count, desc, eq, isNotNull, isNull, ne, not, or, sql } from "drizzle-orm";

/**
 * Reads an identity of the database: the cluster's identifier, its timeline, and the database's own id. PostgreSQL starts a new timeline at
 * a point-in-time recovery or a failover. Null where the role may not read it.
 */
export async function readPlace(db: DatabaseOrTransaction): Promise<string | null> {
  const [may] = await db.execute<{ may: boolean }>(
    sql`select has_function_privilege('pg_control_system()', 'execute') and not pg_is_in_recovery() as may`,
  );
  if (!may?.may) return null;
  const [row] = await db.execute<{ place: string }>(sql`
    select concat_ws('/', (pg_control_system()).system_identifier, left(pg_walfile_name(pg_current_wal_insert_lsn()), 8), oid) as place
    from pg_database where datname = current_database()`);
  return row?.place ?? null;
}

/**
 * Returns the identity stored at the last check; null before the first. Takes a lock, so that processes starting at once run one after
 * another.
 */
export async function lockNewestPlace(tx: Transaction): Promise<string | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('hearth restores'))`);
  const [row] = await tx.select({ place: restores.place }).from(restores).orderBy(desc(restores.noticedAt), desc(restores.id)).limit(1);
  return row?.place ?? null;
}

/** Stores the first identity of a database, with nothing held back. */
export async function insertFirstPlace(tx: Transaction, place: string, now: Date): Promise<void> {
  await tx.insert(restores).values({ place, noticedAt: now, mailsReleasedAt: now, changesReleasedAt: now, paymentsReleasedAt: now });
}

/** Records that a backup was restored. Everything from before is held back from now on. */
export async function insertRestore(tx: Transaction, place: string, now: Date): Promise<void> {
  await tx.insert(restores).values({ place, noticedAt: now });
}

/** The number of sessions, links and mails ended. */
export interface Ended {
  sessions: number;
  links: number;
  mails: number;
}

/**
 * Ends every session, and every unused link and code. In a restored backup, links used since then would be valid again. Mails waiting with
 * such a link are not sent. A link that restores an account's email after a change stays.
 */
export async function endSessionsAndLinks(tx: Transaction, now: Date): Promise<Ended> {
  // A starting server must finish this, however many sessions there are.
  await tx.execute(sql`set local statement_timeout = 0`);
  const rowsOf = async (statement: PromiseLike<{ count: number }>) => (await statement).count;
  const ended = await rowsOf(tx.update(sessions).set({ revokedAt: now }).where(isNull(sessions.revokedAt)));
  const isOpenLink = and(isNull(accountTokens.endedAt), ne(accountTokens.purpose, "keepEmail"));
  const links = [
    await rowsOf(tx.update(accountTokens).set({ endedAt: now }).where(isOpenLink)),
    await rowsOf(
      tx
        .update(tenantInvitations)
        .set({ endedAt: now, inviteHash: null, waitingSince: null, sendAt: null })
        .where(or(isNotNull(tenantInvitations.inviteHash), isNotNull(tenantInvitations.waitingSince))),
    ),
    await rowsOf(tx.update(merchantStaff).set({ endedAt: now, inviteHash: null }).where(isNotNull(merchantStaff.inviteHash))),
    await rowsOf(tx.update(exchangeLinks).set({ usedAt: now }).where(isNull(exchangeLinks.usedAt))),
  ].reduce((sum, number) => sum + number, 0);
  for (const table of [signInChallenges, passkeyChallenges, walletChallenges]) await tx.delete(table);
  const lastError = "It carried a link that ended when an earlier moment was brought back";
  const withLink = and(
    eq(mails.status, "waiting"),
    isNotNull(mails.encryptedToken),
    sql`${mails.event} ->> 'canUndo' is distinct from 'true'`,
  );
  const unsent = await rowsOf(tx.update(mails).set({ status: "failed", encryptedToken: null, lastError }).where(withLink));
  return { sessions: ended, links, mails: unsent };
}

/** Returns since when each part is held back; null where it is not. */
export async function findHeld(db: DatabaseOrTransaction): Promise<Record<HeldPart, Date | null>> {
  const since = (part: HeldPart) => sql<string | null>`${heldSince(part)}`.mapWith((at: string) => new Date(at));
  const [row] = await db.select({ mails: since("mails"), changes: since("changes"), payments: since("payments") }).from(sql`(select) one`);
  return row ?? { mails: null, changes: null, payments: null };
}

const heldMail = and(eq(mails.status, "waiting"), not(maySendMail));
const heldScheduledPayment = and(eq(scheduledPayments.status, "ready"), not(isNotHeldBack("payments", scheduledPayments.signedAt)));
const heldChange = and(
  isNull(payeeChanges.appliedAt),
  isNull(payeeChanges.stoppedAt),
  not(isNotHeldBack("changes", payeeChanges.requestedAt)),
);

/** Counts the held back mails of each kind. */
export async function countHeldMails(db: DatabaseOrTransaction): Promise<{ kind: string; count: number }[]> {
  const kind = sql<string>`${mails.event} ->> 'kind'`;
  return db.select({ kind, count: count() }).from(mails).where(heldMail).groupBy(kind).orderBy(kind);
}

/** Counts the held back scheduled payments. */
export function countHeldPayments(db: DatabaseOrTransaction): Promise<number> {
  return db.$count(scheduledPayments, heldScheduledPayment);
}

/** Returns the held back changes of payout wallets, oldest first. */
export async function listHeldChanges(db: DatabaseOrTransaction, limit: number) {
  const { id, merchantId, address, requestedAt, takesEffectAt } = payeeChanges;
  return db
    .select({ id, merchantId, merchant: merchants.name, address, requestedAt, takesEffectAt })
    .from(payeeChanges)
    .innerJoin(merchants, eq(merchants.id, merchantId))
    .where(heldChange)
    .orderBy(asc(requestedAt), asc(id))
    .limit(limit);
}

/** Queues the held back mails as new ones. */
export async function queueHeldMails(tx: Transaction, now: Date): Promise<number> {
  return (await tx.update(mails).set({ queuedAt: now, nextTryAt: now }).where(heldMail)).count;
}

/** Drops the held back mails. */
export async function dropHeldMails(tx: Transaction): Promise<number> {
  const lastError = "An operator dropped it after an earlier moment was brought back";
  return (await tx.update(mails).set({ status: "failed", encryptedToken: null, lastError }).where(heldMail)).count;
}

const released: Record<HeldPart, (now: Date) => Partial<typeof restores.$inferInsert>> = {
  mails: (now) => ({ mailsReleasedAt: now }),
  changes: (now) => ({ changesReleasedAt: now }),
  payments: (now) => ({ paymentsReleasedAt: now }),
};
const column = { mails: restores.mailsReleasedAt, changes: restores.changesReleasedAt, payments: restores.paymentsReleasedAt };

export async function markReleased(tx: Transaction, part: HeldPart, now: Date): Promise<void> {
  await tx.update(restores).set(released[part](now)).where(isNull(column[part]));
}
