import type { DatabaseOrTransaction } from "@hearth/db/client";
import { retentionDays } from "@hearth/domain/account/closing";
import type { Deps } from "../../../deps.ts";
import type { CallOrigin } from "../../../trpc/context.ts";
import { findKnowing, isKnownTo, keepDevice, readFamiliarity, replaceTokenHash } from "../rows/known-devices.repo.ts";
import { createDeviceToken, hashToken, looksLikeDeviceToken } from "./tokens.ts";

/** A device that has not signed in for this long is no longer known. */
export const knownDeviceMs = retentionDays.knownDevices * 86_400_000;
const mostKnown = 20;

/** A device that an account knows. */
export interface KnownDevice {
  /** The rate limit key of this device and account. */
  key: string;
  /** False for a device that is known by a mailed link only: its holder reads the account's mail, and may not know the password. */
  hasSignedIn: boolean;
}

/** Returns the requesting device if the account knows it, otherwise null. */
export async function findKnownDevice(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { device }: CallOrigin,
  account: { email: string } | { userId: string },
): Promise<KnownDevice | null> {
  const token = device?.token ?? null;
  if (token === null || !looksLikeDeviceToken(token)) return null;
  const usedAfter = new Date(clock.now().getTime() - knownDeviceMs);
  const tokenHash = hashToken(token);
  const known = await findKnowing(db, { tokenHash, account, usedAfter });
  return known && { key: `device ${tokenHash} ${known.userId}`, hasSignedIn: known.hasSignedIn };
}

/** True where the account has been signed in to before, but not from this device. One statement. */
export async function isNewDevice(db: DatabaseOrTransaction, { device }: CallOrigin, userId: string, now: Date): Promise<boolean> {
  const usedAfter = new Date(now.getTime() - knownDeviceMs);
  const { wasSignedIn, knowsDevice } = await readFamiliarity(db, userId, { tokenHash: hashToken(device?.token ?? ""), usedAfter });
  return wasSignedIn && !knowsDevice;
}

/**
 * Adds the requesting device to the account's known devices, and sets its cookie. A token that the account does not know yet is replaced by a
 * new one, for every account that knows it: somebody else may have planted it. Two statements, four where it is replaced.
 */
export async function rememberDevice(
  tx: DatabaseOrTransaction,
  { device }: CallOrigin,
  userId: string,
  now: Date,
  { hasSignedIn = true } = {},
): Promise<void> {
  if (device === undefined) return;
  const token = await tokenToKeep(tx, device.token, userId);
  device.keep(token);
  await keepDevice(tx, { userId, tokenHash: hashToken(token), hasSignedIn, now }, mostKnown);
}

async function tokenToKeep(tx: DatabaseOrTransaction, shown: string | null, userId: string): Promise<string> {
  const shownHash = shown !== null && looksLikeDeviceToken(shown) ? hashToken(shown) : null;
  if (shown !== null && shownHash !== null && (await isKnownTo(tx, userId, shownHash))) return shown;
  const token = createDeviceToken();
  if (shownHash !== null) await replaceTokenHash(tx, shownHash, hashToken(token));
  return token;
}
