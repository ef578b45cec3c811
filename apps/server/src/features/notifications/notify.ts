import type { DatabaseOrTransaction } from "@hearth/db/client";
import type { StaffMember } from "@hearth/db/staff-of";
import {
  channels,
  type FamiliarEvent,
  isStaffNotified,
  type NotificationKind,
  type StrangerEvent,
} from "@hearth/domain/notifications/events";
import {
  findAccountByEmail,
  findNewestMail,
  findReaders,
  insertMails,
  insertNotifications,
  insertNonUserMail,
  listAdminIds,
  type Notice as AnyNotice,
  type NonUserNotice,
} from "./notifications.repo.ts";

/** Proof that a mail to somebody who may not know the business was counted against the business's ceiling. Only the named function makes one. */
export interface CountedMail {
  readonly by: "countStrangerMail";
}

/** A notice to people who know why they get it. */
export type Notice = AnyNotice<FamiliarEvent>;

/** The token of a mail's link, encrypted for `mailTokenContext`, and the recipient's address if it is not the account's email. */
interface Proof {
  encryptedToken?: string | null;
  toAddress?: string | null;
}

/**
 * Notifies users of an event within the transaction that causes it: on their list, and by mail as the event's kind says. `key` identifies
 * the event; nobody is notified of it twice. Returns the ids of users who get a mail. At most three statements.
 */
export async function notify(
  tx: DatabaseOrTransaction,
  notice: Notice,
  { encryptedToken = null, toAddress = null }: Proof = {},
): Promise<string[]> {
  return send(tx, [{ ...notice, encryptedToken, toAddress }]);
}

/** Notifies users of many events like `notify`, with no more statements than for one. */
export async function notifyOfMany(tx: DatabaseOrTransaction, notices: readonly Notice[]): Promise<void> {
  await send(
    tx,
    notices.map((notice) => ({ ...notice, encryptedToken: null, toAddress: null })),
  );
}

/** The key of the mail with a payment's receipt. The keys of its copies begin with it. */
export const receiptKey = (paymentId: string): string => `payment-completed:${paymentId}`;

/**
 * Mails one account an event that it was notified of before, and lists nothing. Sends none where a mail with this key, or a copy of it, was
 * written at `since` or later. The caller holds a lock, so that concurrent calls write one. Returns the newest mail; null for a closed account.
 */
export async function mailAgain(
  tx: DatabaseOrTransaction,
  { userId, since, ...notice }: Omit<Notice, "userIds"> & { userId: string; since: Date },
): Promise<{ to: string; sentAt: Date; isEarlier: boolean } | null> {
  const { key, now } = notice;
  const earlier = await findNewestMail(tx, { userId, key, since });
  if (earlier !== null) return { to: earlier.toAddress, sentAt: earlier.createdAt, isEarlier: true };
  const readers = await findReaders(tx, [userId]);
  const copy = { ...notice, userIds: [userId], key: `${key} ${now.toISOString()}`, group: null, encryptedToken: null, toAddress: null };
  const to = (await insertMails(tx, [copy], readers)).length === 0 ? undefined : readers.get(userId)?.email;
  return to === undefined ? null : { to, sentAt: now, isEarlier: false };
}

/** Sends every notification to accounts, and skips closed accounts. */
async function send(tx: DatabaseOrTransaction, notices: readonly (AnyNotice & Required<Proof>)[]): Promise<string[]> {
  const readers = await findReaders(tx, [...new Set(notices.flatMap(({ userIds, staffIds = [] }) => [...userIds, ...staffIds]))]);
  const isOpen = (userId: string) => readers.has(userId);
  const addressed = notices
    .map((notice) => ({ ...notice, userIds: notice.userIds.filter(isOpen), staffIds: (notice.staffIds ?? []).filter(isOpen) }))
    .filter(({ userIds, staffIds }) => userIds.length + staffIds.length > 0);
  const listed = addressed.filter(({ event }) => channels[event.kind].listed);
  if (listed.length > 0) await insertNotifications(tx, listed);
  const mailed = addressed.flatMap((notice) => {
    const { mail } = channels[notice.event.kind];
    return mail === "never" ? [] : [{ ...notice, group: mail === "always" ? null : mail }];
  });
  return mailed.length > 0 ? insertMails(tx, mailed, readers) : [];
}

/**
 * Notifies somebody who may not know the business, at the address that it named. `counted` is the mail as its business counted it. A consumer's
 * account with this email, confirmed, is notified like any other; everybody else gets a mail only.
 */
export async function notifyByEmail(tx: DatabaseOrTransaction, _counted: CountedMail, notice: NonUserNotice<StrangerEvent>): Promise<void> {
  const { to, ...event } = notice;
  const userId = await findAccountByEmail(tx, to.address);
  if (userId === null) await insertNonUserMail(tx, notice);
  else await send(tx, [{ ...event, userIds: [userId], encryptedToken: null, toAddress: null }]);
}

/** Invites somebody who may not know the business. `counted` is the mail as its business counted it; `invitedBy` the account that it belongs to. */
export async function notifyInvited(
  tx: DatabaseOrTransaction,
  _counted: CountedMail,
  { invitedBy, ...notice }: Omit<AnyNotice<StrangerEvent>, "userIds"> & { invitedBy: string; encryptedToken: string; toAddress: string },
): Promise<void> {
  await send(tx, [{ ...notice, userIds: [invitedBy] }]);
}

/** Mails a recipient without an account. Not idempotent: the caller's transaction must happen only once. */
export async function notifyNonUser(tx: DatabaseOrTransaction, notice: NonUserNotice<FamiliarEvent>): Promise<void> {
  await insertNonUserMail(tx, notice);
}

/** Notifies every active administrator. */
export async function notifyAdmins(tx: DatabaseOrTransaction, notice: Omit<Notice, "userIds">): Promise<void> {
  await notify(tx, { ...notice, userIds: await listAdminIds(tx) });
}

/** True where there is an active administrator. */
export async function hasActiveAdmin(tx: DatabaseOrTransaction): Promise<boolean> {
  return (await listAdminIds(tx)).length > 0;
}

/** Returns a business's recipients for a kind of event: its owner, and staff by their role. Leaves out `but`, who caused the event. */
export function toBusiness(
  { ownerId, staff }: { ownerId: string; staff: readonly StaffMember[] },
  kind: NotificationKind,
  { but }: { but?: string } = {},
): Pick<Notice, "userIds" | "staffIds"> {
  const recipientIds = staff.filter(({ role }) => isStaffNotified(kind, role)).map(({ userId }) => userId);
  return { userIds: [ownerId].filter((id) => id !== but), staffIds: recipientIds.filter((id) => id !== but) };
}

/** The encryption context of a mail's token, which ties the ciphertext to one user. */
export function mailTokenContext(userId: string): string {
  return `mail-token ${userId}`;
}
