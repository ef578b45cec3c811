import { isAfter } from "@hearth/db/after";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import { mails } from "@hearth/db/schema/mails";
import { notifications } from "@hearth/db/schema/notifications";
import { users } from "@hearth/db/schema/users";
import { isClosedEmail } from "@hearth/domain/account/closing";
import { type MailGroup, needsConfirmedEmail, type NotificationEvent, urgencyOf } from "@hearth/domain/notifications/events";
import { and, desc, eq, gte, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { CursorPosition } from "../../paging/cursor.ts";

/** An event with its recipients and its unique key. */
export interface Notice<Event extends NotificationEvent = NotificationEvent> {
  userIds: readonly string[];
  /** Recipients who work for the business. They may switch off its mails altogether. */
  staffIds?: readonly string[];
  key: string;
  event: Event;
  now: Date;
}

/** Adds events to people's notification lists. An event that is on a list already is left alone. One statement. */
export async function insertNotifications(db: DatabaseOrTransaction, notices: readonly Notice[]): Promise<void> {
  const rows = notices.flatMap(({ userIds, staffIds = [], key, event, now }) =>
    [...userIds, ...staffIds].map((userId) => ({ userId, key, event, createdAt: now })),
  );
  await db.insert(notifications).values(rows).onConflictDoNothing();
}

/** The mail group that lets staff switch off business mails that an owner always gets. */
const staffGroup: MailGroup = "business";

/** An event that is sent by mail. */
export interface MailNotice extends Notice {
  /** Recipients who have switched this group off get no mail; null where everybody gets it. */
  group: MailGroup | null;
  /** The encrypted token of the mail's link. */
  encryptedToken: string | null;
  /** The recipient's address; null for the account's current email. */
  toAddress: string | null;
}

/** Reads the accounts that are not closed, with their mail settings. One statement; none for an empty list. */
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
 * Queues events as mails for each recipient who has not switched the group off, at their current address. Some groups require a confirmed
 * address. Returns the ids of users who get a mail. One statement.
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

/** An event for a recipient without an account. */
export interface NonUserNotice<Event extends NotificationEvent = NotificationEvent> extends Omit<Notice<Event>, "userIds"> {
  to: { name: string; address: string };
}

/** Queues an event as a mail to a recipient without an account. Not idempotent: the caller's transaction must happen only once. */
export async function insertNonUserMail(db: DatabaseOrTransaction, { to, key, event, now }: NonUserNotice): Promise<void> {
  if (isClosedEmail(to.address)) return;
  const common = { key, event, urgency: urgencyOf(event.kind), createdAt: now, queuedAt: now, nextTryAt: now };
  await db.insert(mails).values({ toName: to.name, toAddress: to.address, ...common });
}

/** Finds the newest mail to an account that was sent or waits, written at `since` or later, whose key is `key` or begins with it. */
export async function findNewestMail(db: DatabaseOrTransaction, { userId, key, since }: { userId: string; key: string; since: Date }) {
  const { toAddress, createdAt } = mails;
  const hasKey = sql`starts_with(${mails.key}, ${key})`;
  const [row] = await db
    .select({ toAddress, createdAt })
    .from(mails)
    .where(and(eq(mails.userId, userId), hasKey, gte(createdAt, since), inArray(mails.status, ["waiting", "sent"])))
    .orderBy(desc(createdAt))
    .limit(1);
  return row ?? null;
}

/** Finds the active consumer account with this email, confirmed; null without one. */
export async function findAccountByEmail(db: DatabaseOrTransaction, email: string): Promise<string | null> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), eq(users.role, "user"), eq(users.status, "active"), isNotNull(users.emailConfirmedAt)));
  return row?.id ?? null;
}

/** Returns the ids of active administrators. */
export async function listAdminIds(db: DatabaseOrTransaction): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, "admin"), eq(users.status, "active")));
  return rows.map(({ id }) => id);
}

export type NotificationRow = typeof notifications.$inferSelect;

/** Returns a user's notifications, newest first, after a cursor position. */
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

/** Counts a user's unread notifications, up to `atMost`. */
export async function countUnread(db: DatabaseOrTransaction, userId: string, atMost: number): Promise<number> {
  const unread = db
    .select({ one: sql`1` })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), isNull(notifications.readAt)))
    .limit(atMost)
    .as("unread");
  return db.$count(unread);
}

/** Marks all of a user's notifications as read. */
export async function markAllRead(db: DatabaseOrTransaction, userId: string, now: Date): Promise<void> {
  await db
    .update(notifications)
    .set({ readAt: now })
    .where(and(eq(notifications.userId, userId), isNull(notifications.readAt)));
}

/** Marks a user's notification as read and keeps an earlier read time; false where it does not exist. */
export async function markRead(db: DatabaseOrTransaction, userId: string, id: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(notifications)
    .set({ readAt: sql`coalesce(${notifications.readAt}, ${now.toISOString()})` })
    .where(and(eq(notifications.userId, userId), eq(notifications.id, id)))
    .returning({ id: notifications.id });
  return rows.length > 0;
}

/** Returns the mail groups that a user has switched off. */
export async function findMutedMails(db: DatabaseOrTransaction, userId: string): Promise<MailGroup[]> {
  const [row] = await db.select({ mutedMails: users.mutedMails }).from(users).where(eq(users.id, userId));
  return row?.mutedMails ?? [];
}

/** Switches a mail group on or off, and returns the groups that are off. */
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
