import type { DatabaseOrTransaction } from "@hearth/db/client";
import { sql } from "drizzle-orm";
import { hasQueue } from "./queue.repo.ts";

/** A scheduled job that has used up its retries and has not succeeded since. */
export interface FailedJob {
  name: string;
  count: number;
  /** The queue's id of the job's last run. */
  lastId: string;
  /** When it first failed. */
  since: Date;
}

/**
 * Jobs that have used up their retries and have not succeeded since, by name. Reads each job's newest success and the failures after it, by the index of ended
 * runs. The queue holds a week of them, some 80,000.
 */
export async function listFailedJobs(db: DatabaseOrTransaction): Promise<FailedJob[]> {
  if (!(await hasQueue(db))) return [];
  const rows = await db.execute<{ name: string; count: number; last_id: string; since: string }>(sql`
    select failed.name, count(*)::int as count, min(failed.completed_on)::text as since,
      (array_agg(failed.id order by failed.completed_on desc, failed.id))[1] as last_id
    from pgboss.queue
    cross join lateral (select max(completed_on) as at from pgboss.job where job.name = queue.name and state = 'completed') worked
    cross join lateral (
      select name, id, completed_on from pgboss.job
      where job.name = queue.name and state = 'failed' and completed_on >= coalesce(worked.at, '-infinity')
      offset 0 -- after each job's own; without this the planner may go through everything that ever failed
    ) failed
    group by failed.name order by failed.name`);
  return rows.map(({ name, count, last_id, since }) => ({ name, count, lastId: last_id, since: new Date(since) }));
}
