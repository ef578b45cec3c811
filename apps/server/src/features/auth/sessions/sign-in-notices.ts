import type { DatabaseOrTransaction } from "@hearth/db/client";
import { networkOf } from "../../../network-of.ts";
import type { CallOrigin } from "../../../trpc/context.ts";
import { notify } from "../../notifications/notify.ts";
import { nameDevice } from "./device-name.ts";
import { isNewDevice } from "./known-devices.ts";
import { setTimeZone } from "../rows/sessions.repo.ts";
import { hashToken } from "./tokens.ts";

/**
 * Keeps the zone of the browser that signs in, for the times in mails, and tells the account of a device that it does not know, whatever that calls
 * itself; not of its very first, and not twice in a day of the same one. Runs before the session is stored.
 */
export async function noticeSignIn(db: DatabaseOrTransaction, userId: string, origin: CallOrigin, now: Date): Promise<void> {
  if (origin.timeZone !== undefined && origin.timeZone !== "UTC") await setTimeZone(db, userId, origin.timeZone);
  if (!(await isNewDevice(db, origin, userId, now))) return;
  const device = nameDevice(origin.userAgent);
  const at = now.toISOString();
  const key = `new-device:${at.slice(0, 10)}:${hashToken(nameOf(origin))}`;
  await notify(db, { userIds: [userId], key, event: { kind: "newDevice", device, at }, now });
}

/** A browser by its cookie; a program that keeps none by its network and what it calls itself, so that it is one however often it signs in. */
function nameOf({ device, ip, userAgent }: CallOrigin): string {
  return device?.token ?? `${networkOf(ip)} ${userAgent}`;
}
