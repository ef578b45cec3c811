import type { DatabaseOrTransaction } from "@hearth/db/client";
import { type HeartbeatRow, listHeartbeatAlarms, listHeartbeats, workerName } from "./heartbeats.repo.ts";

/** As many runs of a job in a row are tried before it has failed for good. */
const triesOfJob = 3;

/** Since when a loop, job or the worker has not succeeded: its last success, or when it was declared where there was none. */
export function silentSince({ lastSuccessAt, since }: HeartbeatRow): Date {
  return lastSuccessAt ?? since;
}

/** Whether the last success is older than it may be. */
export function isOverdue(row: HeartbeatRow, now: Date): boolean {
  return now.getTime() - silentSince(row).getTime() > row.dueSeconds * 1_000;
}

/** What an alarm says of a worker that is gone. */
export function workerIsGone(row: HeartbeatRow): string {
  return `No worker has run since ${silentSince(row).toISOString()}. Payments do not complete, and nothing is sent.`;
}

/** What an alarm says of a loop or job; null where it works, or waits for a chain that has an alarm of its own. */
export function troubleOf(row: HeartbeatRow, isChainAway: boolean, now: Date): string | null {
  const { kind, name, lastFailureAt, failures } = row;
  if (isOverdue(row, now)) {
    const isWaiting = isChainAway && failures === 0 && lastFailureAt !== null && lastFailureAt > silentSince(row);
    return isWaiting ? null : `The ${kind} ${name} has not succeeded since ${silentSince(row).toISOString()}.`;
  }
  return kind === "job" && failures >= triesOfJob ? `The job ${name} fails each time it is tried.` : null;
}

/** A loop or job, or the worker that runs them, as an operator reads it. */
export interface Heartbeat {
  name: string;
  kind: HeartbeatRow["kind"];
  lastSuccessAt: string | null;
  lastFailureAt: string | null;
  lastError: string | null;
  /** Failures since the last success. */
  failures: number;
  /** How long ago the last success was, or the first start where there was none, and how long ago it may be, in seconds. */
  ageSeconds: number;
  dueSeconds: number;
  /** What its alarm says; null where it works. */
  trouble: string | null;
}

/** Every loop and job with the worker first, judged as for their alarms; none on a database on which no worker has run. Two statements. */
export async function readHeartbeats(db: DatabaseOrTransaction, now: Date): Promise<Heartbeat[]> {
  const [rows, alarms] = [await listHeartbeats(db), await listHeartbeatAlarms(db)];
  const isChainAway = alarms.includes("chain-unavailable");
  const isWorker = ({ name }: HeartbeatRow) => name === workerName;
  return rows
    .toSorted((one, other) => Number(isWorker(other)) - Number(isWorker(one)))
    .map((row) => {
      const { name, kind, lastSuccessAt, lastFailureAt, lastError, failures, dueSeconds } = row;
      const gone = isOverdue(row, now) ? workerIsGone(row) : null;
      return {
        name,
        kind,
        lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
        lastFailureAt: lastFailureAt?.toISOString() ?? null,
        lastError,
        failures,
        ageSeconds: Math.max(0, Math.floor((now.getTime() - silentSince(row).getTime()) / 1_000)),
        dueSeconds,
        trouble: isWorker(row) ? gone : troubleOf(row, isChainAway, now),
      };
    });
}
