import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { alarmAdvice, isClearedByAcknowledging } from "@hearth/domain/operations/alarms";
import type { ListAlarmsInput, SilenceAlarmInput } from "@hearth/domain/operations/inputs";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import { z } from "zod";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import { paginate, readCursor } from "../../paging/cursor.ts";
import type { Actor, CallOrigin } from "../../trpc/context.ts";
import { isoTime } from "../../trpc/wire.ts";
import {
  type AlarmLine,
  clearAlarm,
  deleteSilence,
  findAlarm,
  listAlarms,
  markAcknowledged,
  setSilence,
  notifyUnsentAlarms,
  unmarkAcknowledged,
} from "./alarms.repo.ts";

/** An alarm as administrators see it, with advice on what to do. */
export const alarmView = z.strictObject({
  _id: z.string(),
  key: z.string(),
  message: z.string(),
  advice: z.string(),
  raisedAt: isoTime,
  /** Null while it is open. */
  clearedAt: isoTime.nullable(),
  /** The person who acknowledged it, and when. */
  acknowledged: z.strictObject({ by: z.string(), at: isoTime }).nullable(),
  /** The end of its key's silence; null where it is not silenced. */
  silencedUntil: isoTime.nullable(),
});
export type AlarmView = z.infer<typeof alarmView>;
export const alarmPageView = z.strictObject({ items: alarmView.array(), nextCursor: z.string().nullable() });

interface Caller {
  actor: Actor;
  origin: CallOrigin;
}

/** Returns a page of alarms, newest first. */
export async function readAlarms(deps: Deps, { status, cursor, limit }: ListAlarmsInput): Promise<z.infer<typeof alarmPageView>> {
  const before = cursor === undefined ? undefined : readCursor("alarm", cursor);
  const rows = await listAlarms(deps.db, { status, before, limit: limit + 1 });
  const { page, nextCursor } = paginate("alarm", rows, limit, ({ raisedAt: at, id }) => ({ at, id }));
  const now = deps.clock.now();
  return { items: page.map((alarm) => view(alarm, now)), nextCursor };
}

/**
 * Acknowledges an alarm, so that the other administrators know somebody handles it. The first one counts; repeating it does nothing. An
 * alarm about a single event is cleared by this.
 * @throws HearthError NOT_FOUND, CONFLICT for a cleared one.
 */
export async function acknowledgeAlarm(deps: Deps, { actor, origin }: Caller, alarmId: string): Promise<AlarmView> {
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const alarm = await getAlarm(tx, alarmId);
    if (alarm.clearedAt !== null) throw new HearthError("CONFLICT", { message: "This alarm is over" });
    if (await markAcknowledged(tx, alarm.id, { userId: actor.userId, now })) {
      const data = { alarm: alarm.key };
      await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "alarm.acknowledged", subject: alarmId, data });
      if (isClearedByAcknowledging(alarm.key)) await clearAlarm(tx, alarm.key, now);
    }
    return view(await getAlarm(tx, alarmId), now);
  });
}

/**
 * Releases an alarm that anybody acknowledged, so that somebody else can handle it. Repeating it does nothing.
 * @throws HearthError NOT_FOUND, CONFLICT for a cleared one.
 */
export async function releaseAlarm(deps: Deps, { actor, origin }: Caller, alarmId: string): Promise<AlarmView> {
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const { id, key, clearedAt } = await getAlarm(tx, alarmId);
    if (clearedAt !== null) throw new HearthError("CONFLICT", { message: "This alarm is over" });
    if (await unmarkAcknowledged(tx, id)) {
      const data = { alarm: key };
      await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "alarm.released", subject: alarmId, data });
    }
    return view(await getAlarm(tx, alarmId), now);
  });
}

/** Silences an alarm's key for a number of hours. Its alarms are still listed. @throws HearthError NOT_FOUND. */
export async function silenceAlarm(deps: Deps, { actor, origin }: Caller, { alarmId, hours }: SilenceAlarmInput): Promise<AlarmView> {
  const now = deps.clock.now();
  const until = new Date(now.getTime() + hours * 3_600_000);
  return deps.db.transaction(async (tx) => {
    const { key } = await getAlarm(tx, alarmId);
    await setSilence(tx, { key, until, silencedById: actor.userId });
    const data = { alarm: key, until: until.toISOString() };
    await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "alarm.silenced", subject: alarmId, data });
    return view(await getAlarm(tx, alarmId), now);
  });
}

/** Ends the silence of an alarm's key, and notifies about alarms raised meanwhile that are still open. @throws HearthError NOT_FOUND. */
export async function endSilence(deps: Deps, { actor, origin }: Caller, alarmId: string): Promise<AlarmView> {
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const { key } = await getAlarm(tx, alarmId);
    if (await deleteSilence(tx, key)) {
      const data = { alarm: key };
      await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "alarm.silenceEnded", subject: alarmId, data });
      await notifyUnsentAlarms(tx, now, key);
    }
    return view(await getAlarm(tx, alarmId), now);
  });
}

async function getAlarm(tx: DatabaseOrTransaction, alarmId: string): Promise<AlarmLine> {
  const id = parsePublicId("alarm", alarmId);
  const alarm = id && (await findAlarm(tx, id));
  if (!alarm) throw new HearthError("NOT_FOUND", { message: "Alarm not found" });
  return alarm;
}

function view(alarm: AlarmLine, now: Date): AlarmView {
  const { id, key, message, raisedAt, clearedAt, acknowledgedAt, firstName, lastName, silencedUntil } = alarm;
  return {
    _id: publicId("alarm", id),
    key,
    message,
    advice: alarmAdvice(key),
    raisedAt: raisedAt.toISOString(),
    clearedAt: clearedAt?.toISOString() ?? null,
    acknowledged: acknowledgedAt && { by: `${firstName} ${lastName}`, at: acknowledgedAt.toISOString() },
    silencedUntil: silencedUntil !== null && silencedUntil > now ? silencedUntil.toISOString() : null,
  };
}
