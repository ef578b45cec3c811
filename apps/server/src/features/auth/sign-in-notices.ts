import type { DatabaseOrTransaction } from "@hearth/db/client";
import type { CallOrigin } from "../../trpc/context.ts";
import { notify } from "../notifications/notify.ts";
import { nameDevice } from "./device-name.ts";
import { isNewDevice } from "./known-devices.ts";
import { setTimeZone } from "./sessions.repo.ts";

/**
 * Keeps the zone of the browser that signs in, for the times in mails, and tells the account of a device that it does not know, whatever that calls
 * itself; not of its very first. Runs before the session is stored.
 */
export async function noticeSignIn(db: DatabaseOrTransaction, userId: string, origin: CallOrigin, now: Date): Promise<void> {
  if (origin.timeZone !== undefined && origin.timeZone !== "UTC") await setTimeZone(db, userId, origin.timeZone);
  if (!(await isNewDevice(db, origin, userId, now))) return;
  const device = nameDevice(origin.userAgent);
  const at = now.toISOString();
  await notify(db, { userIds: [userId], key: `new-device:${at}`, event: { kind: "newDevice", device, at }, now });
}
