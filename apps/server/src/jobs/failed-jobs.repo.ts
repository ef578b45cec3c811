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

/** Jobs that have failed for good and have not worked since, by name; what worked later is nobody's concern any more. */
export async function listFailedJobs(db: DatabaseOrTransaction): Promise<FailedJob[]> {
  if (!(await hasQueue(db))) return [];
  const rows = await db.execute<{ name: string; count: number; last_id: string; since: string }>(sql`
    select failed.name, count(*)::int as count, min(failed.completed_on)::text as since,
      (array_agg(failed.id order by failed.completed_on desc, failed.id))[1] as last_id
    from pgboss.job failed
    where failed.state = 'failed' and not exists (
      select 1 from pgboss.job later
      where later.name = failed.name and later.state = 'completed' and later.completed_on > failed.completed_on
    )
    group by failed.name order by failed.name`);
  return rows.map(({ name, count, last_id, since }) => ({ name, count, lastId: last_id, since: new Date(since) }));
}
