import { isAfter } from "@hearth/db/after";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import { maySendMail } from "@hearth/db/held-back";
import { mails } from "@hearth/db/schema/mails";
import { users } from "@hearth/db/schema/users";
import { type MailUrgency, mailUrgencies } from "@hearth/domain/notifications/events";
import type { MailStatus } from "@hearth/domain/notifications/mails";
import { and, asc, count, desc, eq, inArray, lte, or, sql } from "drizzle-orm";
import type { CursorPosition } from "../../paging/cursor.ts";
import { isNotSetAside } from "../../jobs/set-aside.repo.ts";

export type MailRow = typeof mails.$inferSelect;

/**
 * Claims due mails until `until`, urgent ones first, then the longest waiting. No other worker sends them meanwhile. If this worker dies,
 * they are due again afterwards. Counts the try. Runs one statement for each urgency until the limit is reached.
 */
export async function claimDueMails(
  db: DatabaseOrTransaction,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<MailRow[]> {
  const takenMails: MailRow[] = [];
  for (const urgency of mailUrgencies) {
    const remaining = limit - takenMails.length;
    if (remaining === 0) break;
    const rows = await db
      .update(mails)
      .set({ tries: sql`${mails.tries} + 1`, nextTryAt: until })
      .where(inArray(mails.id, dueMails(db, { urgency, now, limit: remaining })))
      .returning();
    takenMails.push(...rows);
  }
  return takenMails;
}

/** Selects the due mails of one urgency, the longest waiting first. Reads only the first entries of the index, however many mails wait. */
export function dueMails(db: DatabaseOrTransaction, { urgency, now, limit }: { urgency: MailUrgency; now: Date; limit: number }) {
  return db
    .select({ id: mails.id })
    .from(mails)
    .where(
      and(
        eq(mails.status, "waiting"),
        eq(mails.urgency, urgency),
        lte(mails.nextTryAt, now),
        maySendMail,
        isNotSetAside("send-mail", mails.id, now),
      ),
    )
    .orderBy(asc(mails.nextTryAt))
    .limit(limit)
    .for("update", { skipLocked: true });
}

/** Reads the account data that a mail's words depend on, and when the account was closed. */
export async function findReader(db: DatabaseOrTransaction, userId: string) {
  const { firstName, lastName, role, timeZone, email, closedAt } = users;
  const [row] = await db.select({ firstName, lastName, role, timeZone, email, closedAt }).from(users).where(eq(users.id, userId));
  return row ?? null;
}

/** The result of a try. The link's token is kept only while the mail may still be sent. */
export type Outcome =
  | { status: "sent" }
  | { status: "refused" | "failed"; error: string }
  | { status: "waiting"; error: string; nextTryAt: Date };

/** Stores the result of a try, unless another worker has claimed the mail meanwhile. */
export async function markTried(
  db: DatabaseOrTransaction,
  { id, tries }: Pick<MailRow, "id" | "tries">,
  outcome: Outcome,
  now: Date,
): Promise<void> {
  const { status } = outcome;
  await db
    .update(mails)
    .set({
      status,
      lastError: outcome.status === "sent" ? null : outcome.error,
      ...(outcome.status === "sent" && { sentAt: now }),
      ...(outcome.status === "waiting" ? { nextTryAt: outcome.nextTryAt } : { encryptedToken: null }),
    })
    .where(and(eq(mails.id, id), eq(mails.status, "waiting"), eq(mails.tries, tries)));
}

/** Marks a sent mail as refused, after its mail server accepted it and could not deliver it. False where no mail with this id was sent. */
export async function markBounced(db: DatabaseOrTransaction, id: string, lastError: string): Promise<boolean> {
  const sent = and(eq(mails.id, id), eq(mails.status, "sent"));
  const rows = await db.update(mails).set({ status: "refused", sentAt: null, lastError }).where(sent).returning({ id: mails.id });
  return rows.length > 0;
}

/** Queues an undelivered mail again, to the given address and with all its tries. Null where it is not undelivered. */
export async function markToSendAgain(
  db: DatabaseOrTransaction,
  id: string,
  { toAddress, encryptedToken }: Pick<MailRow, "toAddress" | "encryptedToken">,
  now: Date,
): Promise<MailRow | null> {
  const [row] = await db
    .update(mails)
    .set({ status: "waiting", tries: 0, nextTryAt: now, queuedAt: now, toAddress, encryptedToken })
    .where(and(eq(mails.id, id), or(eq(mails.status, "refused"), eq(mails.status, "failed"))))
    .returning();
  return row ?? null;
}

export async function findMail(db: DatabaseOrTransaction, id: string): Promise<MailRow | null> {
  const [row] = await db.select().from(mails).where(eq(mails.id, id));
  return row ?? null;
}

/** Returns mails of one status, or of all, newest first, after a cursor position. */
export async function listMails(
  db: DatabaseOrTransaction,
  { status, before, limit }: { status: MailStatus | null; before: CursorPosition | undefined; limit: number },
): Promise<MailRow[]> {
  return db
    .select()
    .from(mails)
    .where(and(status === null ? undefined : eq(mails.status, status), isAfter(mails.createdAt, mails.id, before)))
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(limit);
}

/** Counts the undelivered mails that the outbox still keeps. */
export async function countUnsent(db: DatabaseOrTransaction): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(mails)
    .where(or(eq(mails.status, "refused"), eq(mails.status, "failed")));
  return row?.count ?? 0;
}
