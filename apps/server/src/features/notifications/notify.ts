import type { DatabaseOrTransaction } from "@hearth/db/client";
import { channels } from "@hearth/domain/notifications/events";
import { insertMails, insertNotifications, listAdminIds, type Notice } from "./notifications.repo.ts";

/** What the link of a mail proves, encrypted for `mailTokenContext`. */
interface Proof {
  encryptedToken?: string;
}

/**
 * Tells people of an event, in the transaction that causes it: on their list, and by mail as its kind says. `key` names the event; who has been
 * told of it is not told again.
 */
export async function notify(tx: DatabaseOrTransaction, notice: Notice, { encryptedToken }: Proof = {}): Promise<void> {
  const { mail, listed } = channels[notice.event.kind];
  if (notice.userIds.length === 0) return;
  if (listed) await insertNotifications(tx, notice);
  if (mail === "never") return;
  await insertMails(tx, notice, { group: mail === "always" ? null : mail, ...(encryptedToken !== undefined && { encryptedToken }) });
}

/** Tells every administrator who may sign in. */
export async function notifyAdmins(tx: DatabaseOrTransaction, notice: Omit<Notice, "userIds">): Promise<void> {
  await notify(tx, { ...notice, userIds: await listAdminIds(tx) });
}

/** What the link of a mail is encrypted for, so that it is decrypted for nothing else. */
export function mailTokenContext(userId: string): string {
  return `mail-token ${userId}`;
}
