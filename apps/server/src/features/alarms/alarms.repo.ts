import { isAfter } from "@hearth/db/after";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import { alarmSilences } from "@hearth/db/schema/alarm-silences";
import { alarms } from "@hearth/db/schema/alarms";
import { users } from "@hearth/db/schema/users";
import type { ListAlarmsInput } from "@hearth/domain/operations/inputs";
import { and, desc, eq, gt, isNotNull, isNull, notExists, sql } from "drizzle-orm";
import type { CursorPosition } from "../../paging/cursor.ts";
import { hasActiveAdmin, notifyAdmins } from "../notifications/notify.ts";
import { insertAlarmWebhook, hasRaisedWebhook } from "./alarm-webhooks.repo.ts";

/**
 * Raises an alarm and notifies the administrators, unless its key is silenced. If an alarm with this key is open, updates it instead: at
 * most one is open per key.
 */
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
      .returning({ toldAt: alarms.toldAt });
    if (raised?.toldAt === null) await notifyUnsentAlarms(tx, now, key);
  });
}

/**
 * Notifies about the open alarms that nobody was notified of and whose key is not silenced; with `key`, of that key only. Returns the
 * number of alarms notified. Always queues the webhook. Without an administrator, the alarm stays marked as unsent, so that the first
 * administrator is notified later.
 */
export async function notifyUnsentAlarms(db: DatabaseOrTransaction, now: Date, key?: string): Promise<number> {
  const silence = db
    .select({ key: alarmSilences.key })
    .from(alarmSilences)
    .where(and(eq(alarmSilences.key, alarms.key), gt(alarmSilences.until, now)));
  const isUnsent = and(
    isNull(alarms.clearedAt),
    isNull(alarms.toldAt),
    notExists(silence),
    key === undefined ? undefined : eq(alarms.key, key),
  );
  return db.transaction(async (tx) => {
    const hasAdmin = await hasActiveAdmin(tx);
    const unsent = await tx
      .update(alarms)
      .set({ toldAt: hasAdmin ? now : null })
      .where(isUnsent)
      .returning({ id: alarms.id, alarm: alarms.key, message: alarms.message });
    for (const { id, alarm, message } of unsent) {
      await notifyAdmins(tx, { key: `alarm-raised:${id}`, event: { kind: "alarmRaised", alarm, message }, now });
      await insertAlarmWebhook(tx, { alarmId: id, turn: "raised", now });
    }
    return hasAdmin ? unsent.length : 0;
  });
}

/** Clears an open alarm and notifies everybody who was notified of it. Does nothing without one. */
export async function clearAlarm(db: DatabaseOrTransaction, key: string, now: Date): Promise<void> {
  const isLiving = and(eq(alarms.key, key), isNull(alarms.clearedAt));
  await db.transaction(async (tx) => {
    const [cleared] = await tx.update(alarms).set({ clearedAt: now }).where(isLiving).returning();
    if (!cleared) return;
    if (cleared.toldAt === null && !(await hasRaisedWebhook(tx, cleared.id))) return;
    const event = { kind: "alarmCleared", alarm: key, message: cleared.message } as const;
    if (cleared.toldAt !== null) await notifyAdmins(tx, { key: `alarm-cleared:${cleared.id}`, event, now });
    await insertAlarmWebhook(tx, { alarmId: cleared.id, turn: "cleared", now });
  });
}

/** Returns the keys that have an open alarm. */
export async function listLivingAmong(db: DatabaseOrTransaction, keys: string[]): Promise<string[]> {
  const rows = await db
    .select({ key: alarms.key })
    .from(alarms)
    .where(and(isNull(alarms.clearedAt), sql`${alarms.key} = any(${sql.param(keys)}::text[])`));
  return rows.map(({ key }) => key);
}

/** Returns the keys of open alarms that start with a prefix, oldest first. */
export async function listLivingKeys(db: DatabaseOrTransaction, start: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ key: alarms.key })
    .from(alarms)
    .where(and(isNull(alarms.clearedAt), sql`starts_with(${alarms.key}, ${start})`))
    .orderBy(alarms.raisedAt)
    .limit(limit);
  return rows.map(({ key }) => key);
}

/** True where somebody has acknowledged an alarm with this key and message. */
export async function wasAcknowledged(db: DatabaseOrTransaction, { key, message }: { key: string; message: string }): Promise<boolean> {
  const isThat = and(eq(alarms.key, key), eq(alarms.message, message), isNotNull(alarms.acknowledgedAt));
  return (await db.$count(alarms, isThat)) > 0;
}

/** Returns every open alarm, newest first. */
export async function listLivingAlarms(db: DatabaseOrTransaction) {
  return db.select().from(alarms).where(isNull(alarms.clearedAt)).orderBy(desc(alarms.raisedAt));
}

const alarmLine = {
  id: alarms.id,
  key: alarms.key,
  message: alarms.message,
  raisedAt: alarms.raisedAt,
  clearedAt: alarms.clearedAt,
  toldAt: alarms.toldAt,
  acknowledgedAt: alarms.acknowledgedAt,
  firstName: users.firstName,
  lastName: users.lastName,
  silencedUntil: alarmSilences.until,
};

function alarmLines(db: DatabaseOrTransaction) {
  return db
    .select(alarmLine)
    .from(alarms)
    .leftJoin(users, eq(users.id, alarms.acknowledgedById))
    .leftJoin(alarmSilences, eq(alarmSilences.key, alarms.key));
}

export type AlarmLine = Awaited<ReturnType<typeof listAlarms>>[number];

/** Returns alarms, newest first, after a cursor position, with the person who acknowledged each and its silence. */
export async function listAlarms(
  db: DatabaseOrTransaction,
  { status, before, limit }: { status: ListAlarmsInput["status"]; before: CursorPosition | undefined; limit: number },
) {
  const isOf = { living: isNull(alarms.clearedAt), over: isNotNull(alarms.clearedAt), all: undefined }[status];
  return alarmLines(db)
    .where(and(isOf, isAfter(alarms.raisedAt, alarms.id, before)))
    .orderBy(desc(alarms.raisedAt), desc(alarms.id))
    .limit(limit);
}

/** Returns one alarm, or null. */
export async function findAlarm(db: DatabaseOrTransaction, id: string): Promise<AlarmLine | null> {
  const [row] = await alarmLines(db).where(eq(alarms.id, id));
  return row ?? null;
}

/** Records who acknowledged an open alarm; false where it is cleared or acknowledged already. */
export async function markAcknowledged(db: DatabaseOrTransaction, id: string, by: { userId: string; now: Date }): Promise<boolean> {
  const rows = await db
    .update(alarms)
    .set({ acknowledgedAt: by.now, acknowledgedById: by.userId })
    .where(and(eq(alarms.id, id), isNull(alarms.clearedAt), isNull(alarms.acknowledgedAt)))
    .returning({ id: alarms.id });
  return rows.length > 0;
}

/** Removes the acknowledgement of an open alarm; false where it is cleared or not acknowledged. */
export async function unmarkAcknowledged(db: DatabaseOrTransaction, id: string): Promise<boolean> {
  const rows = await db
    .update(alarms)
    .set({ acknowledgedAt: null, acknowledgedById: null })
    .where(and(eq(alarms.id, id), isNull(alarms.clearedAt), isNotNull(alarms.acknowledgedAt)))
    .returning({ id: alarms.id });
  return rows.length > 0;
}

/** Silences a key until a time: nobody is notified of its alarms. */
export async function setSilence(db: DatabaseOrTransaction, silence: typeof alarmSilences.$inferInsert): Promise<void> {
  const { until, silencedById } = silence;
  await db.insert(alarmSilences).values(silence).onConflictDoUpdate({ target: alarmSilences.key, set: { until, silencedById } });
}

/** Ends the silence of a key; false without one. */
export async function deleteSilence(db: DatabaseOrTransaction, key: string): Promise<boolean> {
  const rows = await db.delete(alarmSilences).where(eq(alarmSilences.key, key)).returning({ key: alarmSilences.key });
  return rows.length > 0;
}
