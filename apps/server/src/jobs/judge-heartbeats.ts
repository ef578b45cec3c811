import type { DatabaseOrTransaction } from "@hearth/db/client";
import { type HeartbeatRow, listHeartbeatAlarms, listHeartbeats, workerName } from "./heartbeats.repo.ts";

/** Failed tries in a row after which a job has used up its retries. */
const triesOfJob = 3;

/** Returns the time of the last success of a loop, job or worker, or of its declaration if it never succeeded. */
export function silentSince({ lastSuccessAt, since }: HeartbeatRow): Date {
  return lastSuccessAt ?? since;
}

/** True if the last success is older than its due time. */
export function isOverdue(row: HeartbeatRow, now: Date): boolean {
  return now.getTime() - silentSince(row).getTime() > row.dueSeconds * 1_000;
}

/** The message of the alarm about a missing worker. */
export function workerIsGone(row: HeartbeatRow): string {
  return `No worker has run since ${silentSince(row).toISOString()}. Payments do not complete, and nothing is sent.`;
}

/** An alarm's message about a loop or job. Null where it works, or waits for a chain that has an alarm of its own. */
export function retryHintOf(row: HeartbeatRow, isChainAway: boolean, now: Date): string | null {
  const { kind, name, lastFailureAt, failures } = row;
  if (isOverdue(row, now)) {
    const isWaiting = isChainAway && failures === 0 && lastFailureAt !== null && lastFailureAt > silentSince(row);
    return isWaiting ? null : `The ${kind} ${name} has not succeeded since ${silentSince(row).toISOString()}.`;
  }
  return kind === "job" && failures >= triesOfJob ? `The job ${name} fails each time it is tried.` : null;
}

/** A loop, a job, or the worker that runs them, for operators. */
export interface Heartbeat {
  name: string;
  kind: HeartbeatRow["kind"];
  lastSuccessAt: string | null;
  lastFailureAt: string | null;
  lastError: string | null;
  /** Failures since the last success. */
  failures: number;
  /** Age in seconds of the last success, or of the declaration if there was none. */
  ageSeconds: number;
  /** The age in seconds at which it is overdue. */
  dueSeconds: number;
  /** The message of its alarm, or null where it works. */
  trouble: string | null;
}

/** Lists every loop and job, the worker first, judged by the alarms' rules. Empty if no worker has run on this database. Two statements. */
export async function readHeartbeats(db: DatabaseOrTransaction, now: Date): Promise<Heartbeat[]> {
  const [rows, alarms] = [await listHeartbeats(db), await listHeartbeatAlarms(db)];
  const isChainAway = alarms.includes("chain-unavailable");
  const isWorker = ({ name }: HeartbeatRow) => name === workerName;
  return rows
    .toSorted((left, right) => Number(isWorker(right)) - Number(isWorker(left)))
    .map((row) => {
      const { name, kind, lastSuccessAt, lastFailureAt, lastError, failures, dueSeconds } = row;
      const workerProblem = isOverdue(row, now) ? workerIsGone(row) : null;
      return {
        name,
        kind,
        lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
        lastFailureAt: lastFailureAt?.toISOString() ?? null,
        lastError,
        failures,
        ageSeconds: Math.max(0, Math.floor((now.getTime() - silentSince(row).getTime()) / 1_000)),
        dueSeconds,
        trouble: isWorker(row) ? workerProblem : retryHintOf(row, isChainAway, now),
      };
    });
}
