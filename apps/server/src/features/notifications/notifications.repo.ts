import { isAfter } from "@hearth/db/after";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import { mails } from "@hearth/db/schema/mails";
import { notifications } from "@hearth/db/schema/notifications";
import { users } from "@hearth/db/schema/users";
import { isClosedEmail } from "@hearth/domain/account/closing";
import { type MailGroup, needsConfirmedEmail, type NotificationEvent, urgencyOf } from "@hearth/domain/notifications/events";
import { and, desc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { CursorPosition } from "../../paging/cursor.ts";

/** One event, to whom it is told, and the name that makes it one. */
export interface Notice {
  userIds: readonly string[];
  /** Those who are told since they work for the business: they choose whether they get any mail of it. */
  staffIds?: readonly string[];
  key: string;
  event: NotificationEvent;
  now: Date;
}

/** Puts events on people's lists; who has one already keeps what they have. One statement for as many as there are. */
export async function insertNotifications(db: DatabaseOrTransaction, notices: readonly Notice[]): Promise<void> {
  const rows = notices.flatMap(({ userIds, staffIds = [], key, event, now }) =>
    [...userIds, ...staffIds].map((userId) => ({ userId, key, event, createdAt: now })),
  );
  await db.insert(notifications).values(rows).onConflictDoNothing();
}

/** What an owner is always told by mail, those who work for the business may do without. */
const staffGroup: MailGroup = "business";

/** An event that is told by mail. */
export interface MailNotice extends Notice {
  /** Who has switched this group off gets none; null where everybody gets it. */
  group: MailGroup | null;
  /** What the mail's link proves, encrypted. */
  encryptedToken: string | null;
  /** Where it goes; null for the account's email of this moment. */
  toAddress: string | null;
}

/** Of these accounts those that are not closed, with what decides which mails they get. One statement; none where nobody is named. */
export async function findReaders(db: DatabaseOrTransaction, ids: string[]) {
  if (ids.length === 0) return new Map<string, Reader>();
  const rows: Reader[] = await db
    .select({ id: users.id, email: users.email, emailConfirmedAt: users.emailConfirmedAt, mutedMails: users.mutedMails })
    .from(users)
    .where(and(inArray(users.id, ids), isNull(users.closedAt)));
  return new Map(rows.map((reader) => [reader.id, reader]));
}

type Reader = Pick<typeof users.$inferSelect, "id" | "email" | "emailConfirmedAt" | "mutedMails">;

/**
 * Puts events into the outbox for each of their people who has not switched the group off, at the address they have at this moment, which must be
 * confirmed for some groups. Answers who gets a mail. One statement for as many as there are.
 */
export async function insertMails(
  db: DatabaseOrTransaction,
  notices: readonly MailNotice[],
  readersById: ReadonlyMap<string, Reader>,
): Promise<string[]> {
  const rows = notices.flatMap(({ userIds, staffIds = [], key, event, group, encryptedToken, toAddress, now }) => {
    const common = { key, event, encryptedToken, urgency: urgencyOf(event.kind), createdAt: now, queuedAt: now, nextTryAt: now };
    const readers = [
      ...userIds.map((userId) => ({ userId, choice: group })),
      ...staffIds.map((userId) => ({ userId, choice: group ?? staffGroup })),
    ];
    return readers.flatMap(({ userId, choice }) => {
      const person = readersById.get(userId);
      const getsIt = person && !isClosedEmail(toAddress ?? person.email) && (choice === null || maySend(person, choice));
      return getsIt ? [{ userId, toAddress: toAddress ?? person.email, ...common }] : [];
    });
  });
  if (rows.length > 0) await db.insert(mails).values(rows).onConflictDoNothing();
  return rows.map(({ userId }) => userId);
}

function maySend(
  { emailConfirmedAt, mutedMails }: Pick<typeof users.$inferSelect, "emailConfirmedAt" | "mutedMails">,
  group: MailGroup,
): boolean {
  return !mutedMails.includes(group) && (emailConfirmedAt !== null || !needsConfirmedEmail(group));
}

/** An event that is told to somebody without an account. */
export interface StrangerNotice extends Omit<Notice, "userIds"> {
  to: { name: string; address: string };
}

/** Puts an event into the outbox for somebody without an account. Its transaction has to be one that happens once. */
export async function insertStrangerMail(db: DatabaseOrTransaction, { to, key, event, now }: StrangerNotice): Promise<void> {
  if (isClosedEmail(to.address)) return;
  const common = { key, event, urgency: urgencyOf(event.kind), createdAt: now, queuedAt: now, nextTryAt: now };
  await db.insert(mails).values({ toName: to.name, toAddress: to.address, ...common });
}

/** The consumer's account of an email that its holder has shown to be theirs, where that may be used; null where there is none. */
export async function findAccountByEmail(db: DatabaseOrTransaction, email: string): Promise<string | null> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), eq(users.role, "user"), eq(users.status, "active"), isNotNull(users.emailConfirmedAt)));
  return row?.id ?? null;
}

/** The administrators who may sign in. */
export async function listAdminIds(db: DatabaseOrTransaction): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, "admin"), eq(users.status, "active")));
  return rows.map(({ id }) => id);
}

export type NotificationRow = typeof notifications.$inferSelect;

/** Somebody's notifications, newest first, from behind that place on. */
export async function listNotifications(
  db: DatabaseOrTransaction,
  userId: string,
  { before, limit }: { before: CursorPosition | undefined; limit: number },
): Promise<NotificationRow[]> {
  return db
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, userId), isAfter(notifications.createdAt, notifications.id, before)))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(limit);
}

/** How many of somebody's notifications are unread; counts no further than `atMost`. */
export async function countUnread(db: DatabaseOrTransaction, userId: string, atMost: number): Promise<number> {
  const unread = db
    .select({ one: sql`1` })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), isNull(notifications.readAt)))
    .limit(atMost)
    .as("unread");
  return db.$count(unread);
}

/** Marks all of somebody's unread notifications as read. */
export async function markAllRead(db: DatabaseOrTransaction, userId: string, now: Date): Promise<void> {
  await db
    .update(notifications)
    .set({ readAt: now })
    .where(and(eq(notifications.userId, userId), isNull(notifications.readAt)));
}

/** Marks one of somebody's notifications as read, since whenever it was first; false where there is none such. */
export async function markRead(db: DatabaseOrTransaction, userId: string, id: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(notifications)
    .set({ readAt: sql`coalesce(${notifications.readAt}, ${now.toISOString()})` })
    .where(and(eq(notifications.userId, userId), eq(notifications.id, id)))
    .returning({ id: notifications.id });
  return rows.length > 0;
}

/** Which optional mails somebody does without. */
export async function findMutedMails(db: DatabaseOrTransaction, userId: string): Promise<MailGroup[]> {
  const [row] = await db.select({ mutedMails: users.mutedMails }).from(users).where(eq(users.id, userId));
  return row?.mutedMails ?? [];
}

/** Switches one kind of optional mail on or off; answers what is off afterwards. */
export async function setMailMuted(
  db: DatabaseOrTransaction,
  userId: string,
  { group, isMuted }: { group: MailGroup; isMuted: boolean },
): Promise<MailGroup[]> {
  const without = sql`array_remove(${users.mutedMails}, ${group})`;
  const [row] = await db
    .update(users)
    .set({ mutedMails: isMuted ? sql`array_append(${without}, ${group})` : without })
    .where(eq(users.id, userId))
    .returning({ mutedMails: users.mutedMails });
  return row?.mutedMails ?? [];
}
