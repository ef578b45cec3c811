import type { DatabaseOrTransaction } from "@hearth/db/client";
import { alarms } from "@hearth/db/schema/alarms";
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { notifyAdmins } from "../notifications/notify.ts";

/** Raises an alarm, and tells the administrators; or says that a living one was seen again. At most one lives per key. */
export async function raiseAlarm(
  db: DatabaseOrTransaction,
  alarm: { key: string; message: string; data?: Record<string, string>; now: Date },
): Promise<void> {
  const { key, message, data = {}, now } = alarm;
  await db.transaction(async (tx) => {
    const [raised] = await tx
      .insert(alarms)
      .values({ key, message, data, raisedAt: now, lastSeenAt: now })
      .onConflictDoUpdate({
        target: alarms.key,
        targetWhere: sql`${alarms.clearedAt} is null`,
        set: { message, data, lastSeenAt: now },
      })
      .returning({ id: alarms.id, isNew: sql<boolean>`xmax = 0` });
    if (raised?.isNew)
      await notifyAdmins(tx, { key: `alarm-raised:${raised.id}`, event: { kind: "alarmRaised", alarm: key, message }, now });
  });
}

/** Ends a living alarm, and tells the administrators; does nothing when there is none. */
export async function clearAlarm(db: DatabaseOrTransaction, key: string, now: Date): Promise<void> {
  const isLiving = and(eq(alarms.key, key), isNull(alarms.clearedAt));
  await db.transaction(async (tx) => {
    const [cleared] = await tx.update(alarms).set({ clearedAt: now }).where(isLiving).returning({ id: alarms.id, message: alarms.message });
    if (!cleared) return;
    const event = { kind: "alarmCleared", alarm: key, message: cleared.message } as const;
    await notifyAdmins(tx, { key: `alarm-cleared:${cleared.id}`, event, now });
  });
}

/** Every alarm that still lives, newest first. */
export async function listLivingAlarms(db: DatabaseOrTransaction) {
  return db.select().from(alarms).where(isNull(alarms.clearedAt)).orderBy(desc(alarms.raisedAt));
}
