import type { DatabaseOrTransaction } from "@hearth/db/client";
import { retentionDays } from "@hearth/domain/account/closing";
import type { Deps } from "../../../deps.ts";
import type { CallOrigin } from "../../../trpc/context.ts";
import { findKnowingAccount, keepDevice, readFamiliarity } from "../rows/known-devices.repo.ts";
import { createDeviceToken, hashToken, looksLikeDeviceToken } from "./tokens.ts";

/** A device that has not signed in for this long is no longer known. */
export const knownDeviceMs = retentionDays.knownDevices * 86_400_000;
const mostKnown = 20;

/** Returns the rate limit key of the requesting device if the account with this email knows it, otherwise null. */
export async function findKnownDevice({ db, clock }: Deps, { device }: CallOrigin, email: string): Promise<string | null> {
  const token = device?.token ?? null;
  if (token === null || !looksLikeDeviceToken(token)) return null;
  const usedAfter = new Date(clock.now().getTime() - knownDeviceMs);
  const tokenHash = hashToken(token);
  const userId = await findKnowingAccount(db, { tokenHash, email, usedAfter });
  return userId === null ? null : `device ${tokenHash} ${userId}`;
}

/** True where the account has been signed in to before, but not from this device. One statement. */
export async function isNewDevice(db: DatabaseOrTransaction, { device }: CallOrigin, userId: string, now: Date): Promise<boolean> {
  const usedAfter = new Date(now.getTime() - knownDeviceMs);
  const { wasSignedIn, knowsDevice } = await readFamiliarity(db, userId, { tokenHash: hashToken(device?.token ?? ""), usedAfter });
  return wasSignedIn && !knowsDevice;
}

/** Adds the device of a completed sign-in to the account's known devices, and sets its cookie. Two statements. */
export async function rememberDevice(tx: DatabaseOrTransaction, { device }: CallOrigin, userId: string, now: Date): Promise<void> {
  if (device === undefined) return;
  const token = device.token !== null && looksLikeDeviceToken(device.token) ? device.token : createDeviceToken();
  device.keep(token);
  await keepDevice(tx, { userId, tokenHash: hashToken(token), now }, mostKnown);
}
