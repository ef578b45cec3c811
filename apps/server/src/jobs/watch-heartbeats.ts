import { failedJobAlarmKey, stalledLoopAlarmKey, noWorkerAlarmKey } from "@hearth/domain/operations/alarms";
import type { Deps } from "../deps.ts";
import { clearAlarm, raiseAlarm } from "../features/alarms/alarms.repo.ts";
import { sendAlarmWebhooks } from "../features/alarms/send-alarm-webhooks.ts";
import { sendDueMails } from "../features/mail/send-mails.ts";
import { type HeartbeatRow, listHeartbeatAlarms, listHeartbeats, workerName } from "./heartbeats.repo.ts";
import { isOverdue, retryHintOf, workerIsGone } from "./judge-heartbeats.ts";

/** Interval of each process's check. */
const lookEveryMs = 30_000;
/** Time after a new worker starts without alarms about loops and jobs, because these have to succeed first. */
const graceMs = 120_000;

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
  const [now, rows, openAlarmKeys] = [clock.now(), await listHeartbeats(db), new Set(await listHeartbeatAlarms(db))];
  const worker = rows.find(({ name }) => name === workerName);
  const isGone = worker !== undefined && isOverdue(worker, now);
  const troubles = rows.flatMap((row) => {
    const message = row === worker ? null : retryHintOf(row, openAlarmKeys.has("chain-unavailable"), now);
    return message === null ? [] : [{ row, message }];
  });
  if (isGone) {
    await raiseAlarm(db, { key: noWorkerAlarmKey, message: workerIsGone(worker), now });
  } else {
    const raisedKeys = new Set(troubles.map(({ row }) => alarmOf(row)));
    for (const key of openAlarmKeys) if (key !== "chain-unavailable" && !raisedKeys.has(key)) await clearAlarm(db, key, now);
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
  return kind === "job" ? failedJobAlarmKey(name) : stalledLoopAlarmKey(name);
}
