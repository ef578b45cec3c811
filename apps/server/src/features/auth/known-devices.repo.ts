import type { DatabaseOrTransaction } from "@hearth/db/client";
import { knownDevices } from "@hearth/db/schema/known-devices";
import { users } from "@hearth/db/schema/users";
import { and, desc, eq, gt, inArray, lt } from "drizzle-orm";

/** The account of an e-mail that knows a device which was used after that moment, or null. */
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

/** Makes a device known to an account, which knows at most so many: the longest unused are forgotten. */
export async function keepDevice(
  tx: DatabaseOrTransaction,
  { userId, tokenHash, now }: { userId: string; tokenHash: string; now: Date },
  atMost: number,
): Promise<void> {
  await tx
    .insert(knownDevices)
    .values({ userId, tokenHash, createdAt: now, lastUsedAt: now })
    .onConflictDoUpdate({ target: [knownDevices.userId, knownDevices.tokenHash], set: { lastUsedAt: now } });
  const newest = desc(knownDevices.lastUsedAt);
  const surplus = tx
    .select({ hash: knownDevices.tokenHash })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId))
    .orderBy(newest)
    .offset(atMost);
  await tx.delete(knownDevices).where(and(eq(knownDevices.userId, userId), inArray(knownDevices.tokenHash, surplus)));
}

/** Forgets the devices that were not used since that moment, at most so many. */
export async function deleteDevicesBefore(db: DatabaseOrTransaction, before: Date, atMost: number): Promise<void> {
  const { tokenHash, lastUsedAt } = knownDevices;
  const old = db.select({ tokenHash }).from(knownDevices).where(lt(lastUsedAt, before)).limit(atMost);
  await db.delete(knownDevices).where(and(lt(lastUsedAt, before), inArray(tokenHash, old)));
}
