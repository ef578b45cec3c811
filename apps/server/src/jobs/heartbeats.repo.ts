import type { DatabaseOrTransaction } from "@hearth/db/client";
import { alarms } from "@hearth/db/schema/alarms";
import { type heartbeatKinds, jobHeartbeats } from "@hearth/db/schema/job-heartbeats";
import { and, eq, isNull, notInArray, sql } from "drizzle-orm";

export type HeartbeatRow = typeof jobHeartbeats.$inferSelect;

/** The name of the row that records whether any worker runs. */
export const workerName = "worker";

/** Inserts a row for everything that a worker runs, and deletes rows of loops and jobs that no longer exist. Two statements. */
export async function declareHeartbeats(
  db: DatabaseOrTransaction,
  declared: readonly { name: string; kind: (typeof heartbeatKinds)[number]; dueSeconds: number }[],
  now: Date,
): Promise<void> {
  await db
    .insert(jobHeartbeats)
    .values(declared.map((worker) => ({ ...worker, since: now })))
    .onConflictDoUpdate({
      target: jobHeartbeats.name,
      set: { kind: sql`excluded.kind`, dueSeconds: sql`excluded.due_seconds` },
    });
  await db.delete(jobHeartbeats).where(
    notInArray(
      jobHeartbeats.name,
      declared.map(({ name }) => name),
    ),
  );
}

/** The results of a loop's or job's runs since the last write. */
export interface Beat {
  name: string;
  lastSuccessAt: Date | null;
  lastFailureAt: Date | null;
  lastError: string | null;
  /** Failures since the last success, or since the last write where there was none. */
  failures: number;
}

/**
 * Writes the results of runs, and that the worker runs. After a gap without a worker, its `since` starts anew. Two statements, however many runs there were.
 */
export async function writeBeats(db: DatabaseOrTransaction, beats: readonly Beat[], now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { lastSuccessAt, since, dueSeconds } = jobHeartbeats;
  const hadGap = sql`coalesce(${lastSuccessAt}, '-infinity') < ${at} - ${dueSeconds} * interval '1 second'`;
  await db
    .update(jobHeartbeats)
    .set({ lastSuccessAt: now, since: sql`case when ${hadGap} then ${at} else ${since} end` })
    .where(eq(jobHeartbeats.name, workerName));
  if (beats.length === 0) return;
  await db.execute(sql`
    update ${jobHeartbeats} set
      last_success_at = greatest(job_heartbeats.last_success_at, beat."lastSuccessAt"),
      last_failure_at = greatest(job_heartbeats.last_failure_at, beat."lastFailureAt"),
      last_error = coalesce(beat."lastError", job_heartbeats.last_error),
      failures = case when beat."lastSuccessAt" is null then job_heartbeats.failures else 0 end + beat.failures
    from json_to_recordset(${JSON.stringify(beats)}::json)
      as beat(name text, "lastSuccessAt" timestamptz, "lastFailureAt" timestamptz, "lastError" text, failures integer)
    where job_heartbeats.name = beat.name`);
}

/** The heartbeats of everything that a worker runs, some forty rows. */
export async function listHeartbeats(db: DatabaseOrTransaction): Promise<HeartbeatRow[]> {
  return db.select().from(jobHeartbeats).orderBy(jobHeartbeats.name);
}

/** The scheduled jobs whose last success is overdue. */
export async function listOverdueJobs(db: DatabaseOrTransaction, now: Date): Promise<string[]> {
  const { name, kind, lastSuccessAt, since, dueSeconds } = jobHeartbeats;
  const isOverdue = sql`coalesce(${lastSuccessAt}, ${since}) < ${now.toISOString()}::timestamptz - ${dueSeconds} * interval '1 second'`;
  const rows = await db
    .select({ name })
    .from(jobHeartbeats)
    .where(and(eq(kind, "job"), isOverdue));
  return rows.map((row) => row.name);
}

/** The keys of active alarms about loops, jobs and the worker, and of the one about an unavailable chain. */
export async function listHeartbeatAlarms(db: DatabaseOrTransaction): Promise<string[]> {
  const rows = await db
    .select({ key: alarms.key })
    .from(alarms)
    .where(and(isNull(alarms.clearedAt), sql`${alarms.key} ~ '^(loop-|job-|worker-gone$|chain-unavailable$)'`));
  return rows.map(({ key }) => key);
}
