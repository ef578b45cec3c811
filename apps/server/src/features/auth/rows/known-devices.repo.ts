import type { DatabaseOrTransaction } from "@hearth/db/client";
import { knownDevices } from "@hearth/db/schema/known-devices";
import { sessions } from "@hearth/db/schema/sessions";
import { users } from "@hearth/db/schema/users";
import { and, desc, eq, exists, gt, inArray, or, type SQL, sql } from "drizzle-orm";

/** Returns the account with this email if it knows the device and the device was used after `usedAfter`, otherwise null. */
export async function findKnowingAccount(
  db: DatabaseOrTransaction,
  device: { tokenHash: string; email: string; usedAfter: Date },
): Promise<string | null> {
  const { userId, tokenHash, lastUsedAt } = knownDevices;
  const [row] = await db
    .select({ userId })
    .from(knownDevices)
    .innerJoin(users, eq(users.id, userId))
    .where(and(eq(users.email, device.email), eq(tokenHash, device.tokenHash), gt(lastUsedAt, device.usedAfter)));
  return row?.userId ?? null;
}

/** Reads if the account has been signed in to before, and if it knows the device, last used after `usedAfter`. One statement. */
export async function readFamiliarity(
  db: DatabaseOrTransaction,
  userId: string,
  device: { tokenHash: string; usedAfter: Date },
): Promise<{ wasSignedIn: boolean; knowsDevice: boolean }> {
  const one = { one: sql`1` };
  const ofAccount = eq(knownDevices.userId, users.id);
  const isThis = and(ofAccount, eq(knownDevices.tokenHash, device.tokenHash), gt(knownDevices.lastUsedAt, device.usedAfter));
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

/**
 * Adds a device to the account's known devices, of which it keeps `atMost`. Evicts devices that were used only once first, then the least
 * recently used.
 */
export async function keepDevice(
  tx: DatabaseOrTransaction,
  { userId, tokenHash, now }: { userId: string; tokenHash: string; now: Date },
  atMost: number,
): Promise<void> {
  await tx
    .insert(knownDevices)
    .values({ userId, tokenHash, createdAt: now, lastUsedAt: now })
    .onConflictDoUpdate({ target: [knownDevices.userId, knownDevices.tokenHash], set: { lastUsedAt: now } });
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
