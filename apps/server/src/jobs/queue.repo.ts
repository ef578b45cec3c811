import type { Database, DatabaseOrTransaction } from "@hearth/db/client";
import { sql } from "drizzle-orm";

/** True when the queue was ever started on this database. Its tables are the library's own. */
export async function hasQueue(db: DatabaseOrTransaction): Promise<boolean> {
  const [queue] = await db.execute<{ exists: boolean }>(sql`select to_regclass('pgboss.job') is not null as exists`);
  return queue?.exists ?? false;
}

const endedIndexes = { hearth_ended_jobs_idx: "name, state, completed_on", hearth_all_ended_jobs_idx: "state, completed_on" };

/** Creates the indexes of ended runs, of each job and of all, where one is missing. The library has none, and keeps a week of ended runs. Needs the owner of the queue's tables. */
export async function indexEndedJobs(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('hearth ended jobs'))`); // processes that start together take turns
    for (const [name, columns] of Object.entries(endedIndexes)) {
      const [index] = await tx.execute<{ exists: boolean }>(sql`select to_regclass(${`pgboss.${name}`}) is not null as exists`);
      if (index?.exists !== true) await tx.execute(sql`create index ${sql.identifier(name)} on pgboss.job_common (${sql.raw(columns)})`);
    }
  });
}
