import type { DatabaseOrTransaction } from "@hearth/db/client";
import { networkOf } from "../../../network-of.ts";
import type { CallOrigin } from "../../../trpc/context.ts";
import { notify } from "../../notifications/notify.ts";
import { nameDevice } from "./device-name.ts";
import { isNewDevice } from "./known-devices.ts";
import { setTimeZone } from "../rows/sessions.repo.ts";
import { hashToken } from "./tokens.ts";

/**
 * Stores the browser's time zone, for the times in mails, and notifies the account of a sign-in from an unknown device. Sends no notice for
 * the account's first sign-in, and one a day for each device. Must run before the session is stored.
 */
export async function notifyNewDevice(db: DatabaseOrTransaction, userId: string, origin: CallOrigin, now: Date): Promise<void> {
  const deviceZone = origin.timeZone === "UTC" ? undefined : origin.timeZone;
  if (deviceZone !== undefined) await setTimeZone(db, userId, deviceZone);
  if (!(await isNewDevice(db, origin, userId, now))) return;
  const device = nameDevice(origin.userAgent);
  const at = now.toISOString();
  const key = `new-device:${at.slice(0, 10)}:${hashToken(nameOf(origin))}`;
  await notify(db, {
    userIds: [userId],
    key,
    event: { kind: "newDevice", device, ...(deviceZone !== undefined && { deviceZone }), at },
    now,
  });
}

/**
 * Identifies a browser by its cookie. A program without cookies is identified by network and user agent, so that repeated sign-ins count as
 * one device.
 */
function nameOf({ device, ip, userAgent }: CallOrigin): string {
  return device?.token ?? `${networkOf(ip)} ${userAgent}`;
}
