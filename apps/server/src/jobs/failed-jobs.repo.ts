import type { DatabaseOrTransaction } from "@hearth/db/client";
import { sql } from "drizzle-orm";

/** A scheduled job that has used up its retries and has not succeeded since. */
export interface FailedJob {
  [column: string]: unknown;
  name: string;
  count: number;
  /** The queue's id of the job's last run. */
  lastId: string;
  /** When it first failed, as PostgreSQL writes it. */
  since: string;
}

/**
 * Jobs that have used up their retries and have not succeeded since, by name; none before the queue was ever started. The function `failed_jobs` reads each job's newest
 * success and the failures after it, by the index of ended runs. The queue holds a week of them, some 80,000.
 */
export async function listFailedJobs(db: DatabaseOrTransaction): Promise<FailedJob[]> {
  const rows = await db.execute<FailedJob>(sql`
    select name, count, last_id as "lastId", since::text as since from failed_jobs() order by name`);
  return rows;
}
