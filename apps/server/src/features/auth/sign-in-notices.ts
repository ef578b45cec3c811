import type { DatabaseOrTransaction } from "@hearth/db/client";
import type { CallOrigin } from "../../trpc/context.ts";
import { notify } from "../notifications/notify.ts";
import { nameDevice } from "./device-name.ts";
import { listUserAgents, setTimeZone } from "./sessions.repo.ts";

/** So many of the account's earlier devices are compared. */
const mostCompared = 50;

/**
 * Keeps the zone of the browser that signs in, for the times in mails, and tells the account of a device that it has not been signed in to on
 * before; not of its very first. Runs before the session is stored.
 */
export async function noticeSignIn(db: DatabaseOrTransaction, userId: string, origin: CallOrigin, now: Date): Promise<void> {
  if (origin.timeZone !== undefined && origin.timeZone !== "UTC") await setTimeZone(db, userId, origin.timeZone);
  const known = await listUserAgents(db, userId, mostCompared);
  const device = nameDevice(origin.userAgent);
  if (known.length === 0 || known.some((userAgent) => nameDevice(userAgent) === device)) return;
  const at = now.toISOString();
  await notify(db, { userIds: [userId], key: `new-device:${at}`, event: { kind: "newDevice", device, at }, now });
}
