import { isAfter } from "@hearth/db/after";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import { mayBeMailed } from "@hearth/db/held-back";
import { mails } from "@hearth/db/schema/mails";
import { users } from "@hearth/db/schema/users";
import { type MailUrgency, mailUrgencies } from "@hearth/domain/notifications/events";
import type { MailStatus } from "@hearth/domain/notifications/mails";
import { and, asc, count, desc, eq, inArray, lte, or, sql } from "drizzle-orm";
import type { CursorPosition } from "../../paging/cursor.ts";
import { isNotSetAside } from "../../jobs/set-aside.repo.ts";

export type MailRow = typeof mails.$inferSelect;

/**
 * Takes mails that are due, the urgent ones first and of each urgency the longest waiting, and holds them until `until`: nobody else sends them meanwhile, and
 * they are due again when whoever took them is gone. Counts the try. A statement for each urgency until there are enough.
 */
export async function takeDueMails(
  db: DatabaseOrTransaction,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<MailRow[]> {
  const taken: MailRow[] = [];
  for (const urgency of mailUrgencies) {
    const left = limit - taken.length;
    if (left === 0) break;
    const rows = await db
      .update(mails)
      .set({ tries: sql`${mails.tries} + 1`, nextTryAt: until })
      .where(inArray(mails.id, dueMails(db, { urgency, now, limit: left })))
      .returning();
    taken.push(...rows);
  }
  return taken;
}

/** The mails of one urgency that are due, the longest waiting first; reads the first of the index and no others, however many wait. */
export function dueMails(db: DatabaseOrTransaction, { urgency, now, limit }: { urgency: MailUrgency; now: Date; limit: number }) {
  return db
    .select({ id: mails.id })
    .from(mails)
    .where(
      and(
        eq(mails.status, "waiting"),
        eq(mails.urgency, urgency),
        lte(mails.nextTryAt, now),
        mayBeMailed,
        isNotSetAside("send-mail", mails.id, now),
      ),
    )
    .orderBy(asc(mails.nextTryAt))
    .limit(limit)
    .for("update", { skipLocked: true });
}

/** Who a mail is for, as far as its words depend on it, and whether their account is closed. */
export async function findReader(db: DatabaseOrTransaction, userId: string) {
  const { firstName, lastName, role, timeZone, email, closedAt } = users;
  const [row] = await db.select({ firstName, lastName, role, timeZone, email, closedAt }).from(users).where(eq(users.id, userId));
  return row ?? null;
}

/** What became of a try. The link's proof stays only while the mail may still be sent. */
export type Outcome =
  | { status: "sent" }
  | { status: "refused" | "failed"; error: string }
  | { status: "waiting"; error: string; nextTryAt: Date };

/** Writes down what became of a try, unless somebody else has had the mail meanwhile. */
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

/** A mail server took a mail and could not deliver it; false where none was sent under that id. */
export async function markBounced(db: DatabaseOrTransaction, id: string, lastError: string): Promise<boolean> {
  const sent = and(eq(mails.id, id), eq(mails.status, "sent"));
  const rows = await db.update(mails).set({ status: "refused", sentAt: null, lastError }).where(sent).returning({ id: mails.id });
  return rows.length > 0;
}

/** Lets a mail that was refused or given up be sent again, to an address of now, with all its tries; null where it is neither. */
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

/** Mails of one status, or of all, newest first, from behind that place on. */
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

/** How many mails no mail server took, of those that the outbox still keeps. */
export async function countUnsent(db: DatabaseOrTransaction): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(mails)
    .where(or(eq(mails.status, "refused"), eq(mails.status, "failed")));
  return row?.count ?? 0;
}
