import type { DatabaseOrTransaction } from "@hearth/db/client";
import type { StaffMember } from "@hearth/db/staff-of";
import { channels, isStaffTold, type NotificationKind } from "@hearth/domain/notifications/events";
import {
  findAccountByEmail,
  findReaders,
  insertMails,
  insertNotifications,
  insertStrangerMail,
  listAdminIds,
  type Notice,
  type StrangerNotice,
} from "./notifications.repo.ts";

export type { Notice };

/** What the link of a mail proves, encrypted for `mailTokenContext`, and where it goes if not to the account's email. */
interface Proof {
  encryptedToken?: string | null;
  toAddress?: string | null;
}

/**
 * Tells people of an event, in the transaction that causes it: on their list, and by mail as its kind says. `key` names the event; who has been
 * told of it is not told again. Answers who gets it by mail. At most three statements.
 */
export async function notify(
  tx: DatabaseOrTransaction,
  notice: Notice,
  { encryptedToken = null, toAddress = null }: Proof = {},
): Promise<string[]> {
  return tell(tx, [{ ...notice, encryptedToken, toAddress }]);
}

/** Tells people of many events, each as `notify` does, with as many statements as for one. */
export async function notifyOfMany(tx: DatabaseOrTransaction, notices: readonly Notice[]): Promise<void> {
  await tell(
    tx,
    notices.map((notice) => ({ ...notice, encryptedToken: null, toAddress: null })),
  );
}

/** The one gate of all that is told to accounts: nothing goes to one that is closed. */
async function tell(tx: DatabaseOrTransaction, notices: readonly (Notice & Required<Proof>)[]): Promise<string[]> {
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

/** Tells whoever has an email: the consumer's account that has confirmed it as any other, everybody else by mail alone. */
export async function notifyByEmail(tx: DatabaseOrTransaction, notice: StrangerNotice): Promise<void> {
  const { to, ...event } = notice;
  const userId = await findAccountByEmail(tx, to.address);
  if (userId === null) await insertStrangerMail(tx, notice);
  else await notify(tx, { ...event, userIds: [userId] });
}

/** Tells somebody without an account, by mail alone. Its transaction has to be one that happens once. */
export async function notifyStranger(tx: DatabaseOrTransaction, notice: StrangerNotice): Promise<void> {
  await insertStrangerMail(tx, notice);
}

/** Tells every administrator who may sign in. */
export async function notifyAdmins(tx: DatabaseOrTransaction, notice: Omit<Notice, "userIds">): Promise<void> {
  await notify(tx, { ...notice, userIds: await listAdminIds(tx) });
}

/** Whether there is an administrator who may sign in. */
export async function isAnyAdminThere(tx: DatabaseOrTransaction): Promise<boolean> {
  return (await listAdminIds(tx)).length > 0;
}

/** Whom a business's events reach, by their kind: its owner, and those who work there by what they are. Who caused one, `but`, knows of it. */
export function toBusiness(
  { ownerId, staff }: { ownerId: string; staff: readonly StaffMember[] },
  kind: NotificationKind,
  { but }: { but?: string } = {},
): Pick<Notice, "userIds" | "staffIds"> {
  const told = staff.filter(({ role }) => isStaffTold(kind, role)).map(({ userId }) => userId);
  return { userIds: [ownerId].filter((id) => id !== but), staffIds: told.filter((id) => id !== but) };
}

/** What the link of a mail is encrypted for, so that it is decrypted for nothing else. */
export function mailTokenContext(userId: string): string {
  return `mail-token ${userId}`;
}
