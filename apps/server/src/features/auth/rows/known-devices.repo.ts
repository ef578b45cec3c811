import type { DatabaseOrTransaction } from "@hearth/db/client";
import { knownDevices } from "@hearth/db/schema/known-devices";
import { sessions } from "@hearth/db/schema/sessions";
import { users } from "@hearth/db/schema/users";
import { and, desc, eq, exists, gt, gte, inArray, or, type SQL, sql } from "drizzle-orm";

/** Returns the account if it knows the device and the device was used after `usedAfter`, otherwise null. */
export async function findKnowing(
  db: DatabaseOrTransaction,
  device: { tokenHash: string; account: { email: string } | { userId: string }; usedAfter: Date },
): Promise<{ userId: string; hasSignedIn: boolean } | null> {
  const { userId, tokenHash, lastUsedAt, hasSignedIn } = knownDevices;
  const { account } = device;
  const isAccount = "email" in account ? eq(users.email, account.email) : eq(users.id, account.userId);
  const [row] = await db
    .select({ userId, hasSignedIn })
    .from(knownDevices)
    .innerJoin(users, eq(users.id, userId))
    .where(and(isAccount, eq(tokenHash, device.tokenHash), gt(lastUsedAt, device.usedAfter)));
  return row ?? null;
}

/** True where the account has a device with this token, used lately or not. */
export async function isKnownTo(db: DatabaseOrTransaction, userId: string, tokenHash: string): Promise<boolean> {
  return (await db.$count(knownDevices, and(eq(knownDevices.userId, userId), eq(knownDevices.tokenHash, tokenHash)))) > 0;
}

/** Gives a device another token, for every account that knows it. */
export async function replaceTokenHash(db: DatabaseOrTransaction, from: string, to: string): Promise<void> {
  await db.update(knownDevices).set({ tokenHash: to }).where(eq(knownDevices.tokenHash, from));
}

/** Reads if the account has been signed in to before, and if it was on this device, last used after `usedAfter`. One statement. */
export async function readFamiliarity(
  db: DatabaseOrTransaction,
  userId: string,
  device: { tokenHash: string; usedAfter: Date },
): Promise<{ wasSignedIn: boolean; knowsDevice: boolean }> {
  const one = { one: sql`1` };
  const ofAccount = eq(knownDevices.userId, users.id);
  const isSame = eq(knownDevices.tokenHash, device.tokenHash);
  const isThis = and(ofAccount, isSame, knownDevices.hasSignedIn, gt(knownDevices.lastUsedAt, device.usedAfter));
  const hasSession = exists(db.select(one).from(sessions).where(eq(sessions.userId, users.id)));
  const knowsAny = exists(db.select(one).from(knownDevices).where(ofAccount));
  const asBoolean = (condition: SQL | undefined) => sql<boolean>`${condition}`;
  const [row] = await db
    .select({
      wasSignedIn: asBoolean(or(hasSession, knowsAny)),
      knowsDevice: asBoolean(exists(db.select(one).from(knownDevices).where(isThis))),
    })
    .from(users)
    .where(eq(users.id, userId));
  return row ?? { wasSignedIn: false, knowsDevice: false };
}

/** Forgets the devices that an account has known only since a time, inclusive. */
export async function deleteDevicesSince(tx: DatabaseOrTransaction, userId: string, since: Date): Promise<void> {
  await tx.delete(knownDevices).where(and(eq(knownDevices.userId, userId), gte(knownDevices.createdAt, since)));
}

/**
 * Adds a device to the account's known devices, of which it keeps `atMost`. Evicts devices that were used only once first, then the least
 * recently used.
 */
export async function keepDevice(
  tx: DatabaseOrTransaction,
  { userId, tokenHash, hasSignedIn, now }: { userId: string; tokenHash: string; hasSignedIn: boolean; now: Date },
  atMost: number,
): Promise<void> {
  await tx
    .insert(knownDevices)
    .values({ userId, tokenHash, hasSignedIn, createdAt: now, lastUsedAt: now })
    .onConflictDoUpdate({
      target: [knownDevices.userId, knownDevices.tokenHash],
      set: { lastUsedAt: now, hasSignedIn: sql`${knownDevices.hasSignedIn} or excluded.has_signed_in` },
    });
  const cameBack = desc(gt(knownDevices.lastUsedAt, knownDevices.createdAt));
  const isThis = desc(eq(knownDevices.tokenHash, tokenHash));
  const surplus = tx
    .select({ hash: knownDevices.tokenHash })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId))
    .orderBy(isThis, cameBack, desc(knownDevices.lastUsedAt))
    .offset(atMost);
  await tx.delete(knownDevices).where(and(eq(knownDevices.userId, userId), inArray(knownDevices.tokenHash, surplus)));
}
