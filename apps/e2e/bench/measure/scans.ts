import postgres from "postgres";
import { setTimeout as sleep } from "node:timers/promises";

/** What is not small: no call should read such a table from beginning to end. The list of unchecked changes may be, since the check of the state takes all of it. */
export const bigTableRows = 20_000;
/** A connection tells what it has read after a second at most. */
const toldMs = 1_500;

/** A table that was read from beginning to end, and how often. */
export interface Scanned {
  table: string;
  times: number;
}

/** How often each big table has been read from beginning to end so far, by PostgreSQL's own count. */
export async function readScans(databaseUrl: string): Promise<Scanned[]> {
  await sleep(toldMs);
  const sql = postgres(databaseUrl, { max: 1 });
  const rows = await sql<Scanned[]>`
    select relname as table, coalesce(seq_scan, 0)::int as times from pg_stat_user_tables where n_live_tup > ${bigTableRows} order by relname`;
  await sql.end();
  return rows;
}

/** What was read from beginning to end between two of these. */
export function scansSince(before: Scanned[], after: Scanned[]): Scanned[] {
  const earlier = new Map(before.map(({ table, times }) => [table, times]));
  return after.map(({ table, times }) => ({ table, times: times - (earlier.get(table) ?? 0) })).filter(({ times }) => times > 0);
}
