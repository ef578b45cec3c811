import postgres from "postgres";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Minimum number of rows of a big table, which no call should scan completely. The list of unchecked changes may be scanned, because the
 * check of the state takes all of it.
 */
export const bigTableRows = 20_000;
/** A connection reports its reads within a second. */
const reportedMs = 1_500;

/** A table, and its number of sequential scans. */
export interface Scanned {
  table: string;
  times: number;
}

/** Returns the sequential scans of each big table so far, from PostgreSQL's statistics. */
export async function readScans(databaseUrl: string): Promise<Scanned[]> {
  await sleep(reportedMs);
  const sql = postgres(databaseUrl, { max: 1 });
  const rows = await sql<Scanned[]>`
    select relname as table, coalesce(seq_scan, 0)::int as times from pg_stat_user_tables where n_live_tup > ${bigTableRows} order by relname`;
  await sql.end();
  return rows;
}

/** Returns the sequential scans between two results. */
export function scansSince(before: Scanned[], after: Scanned[]): Scanned[] {
  const earlier = new Map(before.map(({ table, times }) => [table, times]));
  return after.map(({ table, times }) => ({ table, times: times - (earlier.get(table) ?? 0) })).filter(({ times }) => times > 0);
}
