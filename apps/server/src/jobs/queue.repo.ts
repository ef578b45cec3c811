import type { Database, DatabaseOrTransaction } from "@hearth/db/client";
import { sql } from "drizzle-orm";

/** True when the queue was ever started on this database. Its tables are the library's own. */
export async function hasQueue(db: DatabaseOrTransaction): Promise<boolean> {
  const [queue] = await db.execute<{ exists: boolean }>(sql`select to_regclass('pgboss.job') is not null as exists`);
  return queue?.exists ?? false;
}

/** Creates the index of ended runs where it is missing. The library has none, and keeps a week of ended runs. Needs the owner of the queue's tables. */
export async function indexEndedJobs(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('hearth ended jobs'))`); // processes that start together take turns
    const [index] = await tx.execute<{ exists: boolean }>(sql`select to_regclass('pgboss.hearth_ended_jobs_idx') is not null as exists`);
    if (index?.exists !== true) await tx.execute(sql`create index hearth_ended_jobs_idx on pgboss.job_common (name, state, completed_on)`);
  });
}
