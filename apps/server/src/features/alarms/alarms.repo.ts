import type { DatabaseOrTransaction } from "@hearth/db/client";
import { alarms } from "@hearth/db/schema/alarms";
import { and, desc, eq, isNull, sql } from "drizzle-orm";

/** Raises an alarm, or says that a living one was seen again. At most one lives per key. */
export async function raiseAlarm(
  db: DatabaseOrTransaction,
  alarm: { key: string; message: string; data?: Record<string, string>; now: Date },
): Promise<void> {
  const { key, message, data = {}, now } = alarm;
  await db
    .insert(alarms)
    .values({ key, message, data, raisedAt: now, lastSeenAt: now })
    .onConflictDoUpdate({
      target: alarms.key,
      targetWhere: sql`${alarms.clearedAt} is null`,
      set: { message, data, lastSeenAt: now },
    });
}

/** Ends a living alarm; does nothing when there is none. */
export async function clearAlarm(db: DatabaseOrTransaction, key: string, now: Date): Promise<void> {
  await db
    .update(alarms)
    .set({ clearedAt: now })
    .where(and(eq(alarms.key, key), isNull(alarms.clearedAt)));
}

/** Every alarm that still lives, newest first. */
export async function listLivingAlarms(db: DatabaseOrTransaction) {
  return db.select().from(alarms).where(isNull(alarms.clearedAt)).orderBy(desc(alarms.raisedAt));
}
