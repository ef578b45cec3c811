import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { type JobState, jobStates } from "@hearth/domain/operations/inputs";
import { sql } from "drizzle-orm";
import { hasQueue } from "../../jobs/queue.repo.ts";

/** A run of a scheduled job, as the queue's library stores it. */
type JobRow = {
  id: string;
  name: string;
  state: JobState;
  retries: number;
  created_at: string;
  ended_at: string | null;
  error: string | null;
};

/** Returns jobs of one state, or of all: those that have not ended, then the last to end first. Reads at most `limit` jobs of each state by the index of their ends. */
export async function listJobRows(db: DatabaseOrTransaction, { state, limit }: { state: JobState | "all"; limit: number }) {
  if (!(await hasQueue(db))) return [];
  const states = state === "all" ? jobStates : [state];
  const rows = await db.execute<JobRow>(sql`
    select id, name, state::text as state, retry_count as retries, created_on as created_at, completed_on as ended_at,
      coalesce(output->>'message', output->'value'->>'message') as error
    from unnest(${sql.param([...states])}::text[]) s(name_of_state) cross join lateral (
      select j.* from pgboss.job j where j.state = s.name_of_state::pgboss.job_state order by j.completed_on desc nulls first limit ${limit} offset 0
    ) j order by completed_on desc nulls first, created_on desc, id desc limit ${limit}`);
  return rows.map((row) => ({
    ...row,
    createdAt: new Date(row.created_at),
    endedAt: row.ended_at === null ? null : new Date(row.ended_at),
  }));
}

/** Queues a failed job again, to run at once. Returns its name, or null where no failed job has this id. */
export async function markJobRetried(tx: Transaction, id: string): Promise<string | null> {
  if (!(await hasQueue(tx))) return null;
  const [row] = await tx.execute<{ name: string }>(sql`
    update pgboss.job set state = 'retry', retry_limit = retry_limit + 1, completed_on = null, start_after = now()
    where id = ${id} and state = 'failed' returning name`);
  return row?.name ?? null;
}
