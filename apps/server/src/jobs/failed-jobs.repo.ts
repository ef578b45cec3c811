import type { DatabaseOrTransaction } from "@hearth/db/client";
import { sql } from "drizzle-orm";
import { hasQueue } from "./queue.repo.ts";

/** A scheduled job that has failed for good and has not worked since. */
export interface FailedJob {
  name: string;
  count: number;
  /** The job's last run, as the queue's id. */
  lastId: string;
  /** When it failed first. */
  since: Date;
}

/**
 * Jobs that have failed for good and have not worked since, by name; what worked later is nobody's concern any more. Looks at each job's newest run
 * that worked, and at what failed after it, by the index of runs that have ended: a week of them, some 80,000, stands in the queue.
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
