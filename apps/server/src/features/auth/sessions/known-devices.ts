import type { DatabaseOrTransaction } from "@hearth/db/client";
import { retentionDays } from "@hearth/domain/account/closing";
import type { Deps } from "../../../deps.ts";
import type { CallOrigin } from "../../../trpc/context.ts";
import { findKnowingAccount, keepDevice, readFamiliarity } from "../rows/known-devices.repo.ts";
import { createDeviceToken, hashToken, looksLikeDeviceToken } from "./tokens.ts";

/** After so long without a sign-in an account does not know a device any more. */
export const knownDeviceMs = retentionDays.knownDevices * 86_400_000;
const mostKnown = 20;

/** Under what tries of the device that asks are counted, where the account of an email knows it; null where it does not. */
export async function findKnownDevice({ db, clock }: Deps, { device }: CallOrigin, email: string): Promise<string | null> {
  const token = device?.token ?? null;
  if (token === null || !looksLikeDeviceToken(token)) return null;
  const usedAfter = new Date(clock.now().getTime() - knownDeviceMs);
  const tokenHash = hashToken(token);
  const userId = await findKnowingAccount(db, { tokenHash, email, usedAfter });
  return userId === null ? null : `device ${tokenHash} ${userId}`;
}

/** Whether an account that was signed in to before does not know the device that signs in now. A statement. */
export async function isNewDevice(db: DatabaseOrTransaction, { device }: CallOrigin, userId: string, now: Date): Promise<boolean> {
  const usedAfter = new Date(now.getTime() - knownDeviceMs);
  const { wasSignedIn, knowsDevice } = await readFamiliarity(db, userId, { tokenHash: hashToken(device?.token ?? ""), usedAfter });
  return wasSignedIn && !knowsDevice;
}

/** Makes the device of a sign-in that is complete known to the account, for what it tries later. Two statements. */
export async function rememberDevice(tx: DatabaseOrTransaction, { device }: CallOrigin, userId: string, now: Date): Promise<void> {
  if (device === undefined) return;
  const token = device.token !== null && looksLikeDeviceToken(device.token) ? device.token : createDeviceToken();
  device.keep(token);
  await keepDevice(tx, { userId, tokenHash: hashToken(token), now }, mostKnown);
}
