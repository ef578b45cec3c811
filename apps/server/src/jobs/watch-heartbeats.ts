import { jobGoneAlarm, loopGoneAlarm, workerGone } from "@hearth/domain/operations/alarms";
import type { Deps } from "../deps.ts";
import { clearAlarm, raiseAlarm } from "../features/alarms/alarms.repo.ts";
import { sendAlarmWebhooks } from "../features/alarms/send-alarm-webhooks.ts";
import { sendDueMails } from "../features/mail/send-mails.ts";
import { type HeartbeatRow, listHeartbeatAlarms, listHeartbeats, workerName } from "./heartbeats.repo.ts";

/** Interval of each process's check. */
const lookEveryMs = 30_000;
/** Time after a new worker starts without alarms about loops and jobs, because these have to succeed first. */
const graceMs = 120_000;
/** Failed tries in a row after which a job has used up its retries. */
const triesOfJob = 3;

/**
 * Checks every half minute in every process whether each loop and job succeeded in time, so that a live process detects a dead one. Two statements, and one for
 * each alarm.
 */
export function watchHeartbeats(deps: Deps): { stop(): Promise<void> } {
  let looking: Promise<void> | null = null;
  const look = () => {
    looking ??= checkHeartbeats(deps)
      .catch((error: unknown) => deps.log.warn({ err: error }, "The heartbeats could not be checked"))
      .finally(() => (looking = null));
  };
  const timer = setInterval(look, lookEveryMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await looking;
    },
  };
}

/**
 * Raises an alarm for each loop and job that is overdue or has used up its retries, and ends all other such alarms. Where no worker runs, raises one alarm for
 * all of them. A database on which no worker has run yet has no heartbeats and no alarms. Where the loops that send alarms do not run, this process sends them.
 */
export async function checkHeartbeats(deps: Deps): Promise<void> {
  const { db, clock } = deps;
  const [now, rows, living] = [clock.now(), await listHeartbeats(db), new Set(await listHeartbeatAlarms(db))];
  const worker = rows.find(({ name }) => name === workerName);
  const isGone = worker !== undefined && isOverdue(worker, now);
  const troubles = rows.flatMap((row) => {
    const message = row === worker ? null : troubleOf(row, living.has("chain-unavailable"), now);
    return message === null ? [] : [{ row, message }];
  });
  if (isGone) {
    const message = `No worker has run since ${(worker.lastSuccessAt ?? worker.since).toISOString()}. Payments do not complete, and nothing is sent.`;
    await raiseAlarm(db, { key: workerGone, message, now });
  } else {
    const kept = new Set(troubles.map(({ row }) => alarmOf(row)));
    for (const key of living) if (key !== "chain-unavailable" && !kept.has(key)) await clearAlarm(db, key, now);
    if (worker !== undefined && now.getTime() - worker.since.getTime() < graceMs) return;
    for (const { row, message } of troubles) {
      const data = row.lastError === null ? {} : { error: row.lastError };
      await raiseAlarm(db, { key: alarmOf(row), message, data, now });
    }
  }
  const isSilent = (name: string) => isGone || troubles.some(({ row }) => row.name === name);
  if (isSilent("send-alarm-webhooks")) await sendAlarmWebhooks(deps);
  if (isSilent("send-mails")) await sendDueMails(deps);
}

function alarmOf({ kind, name }: HeartbeatRow): string {
  return kind === "job" ? jobGoneAlarm(name) : loopGoneAlarm(name);
}

function isOverdue({ lastSuccessAt, since, dueSeconds }: HeartbeatRow, now: Date): boolean {
  return now.getTime() - (lastSuccessAt ?? since).getTime() > dueSeconds * 1_000;
}

/** An alarm's message about a loop or job. Null where it works, or waits for a chain that has an alarm of its own. */
function troubleOf(row: HeartbeatRow, isChainAway: boolean, now: Date): string | null {
  const { kind, name, lastSuccessAt, since, lastFailureAt, failures } = row;
  if (isOverdue(row, now)) {
    const isWaiting = isChainAway && failures === 0 && lastFailureAt !== null && lastFailureAt > (lastSuccessAt ?? since);
    return isWaiting ? null : `The ${kind} ${name} has not succeeded since ${(lastSuccessAt ?? since).toISOString()}.`;
  }
  return kind === "job" && failures >= triesOfJob ? `The job ${name} fails each time it is tried.` : null;
}
