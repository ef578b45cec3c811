import type { Database } from "@hearth/db/client";
import { mails } from "@hearth/db/schema/mails";
import { relays } from "@hearth/db/schema/relays";
import { and, eq, sql } from "drizzle-orm";

/**
 * Counts the authorizations that wait for the relayer, with the time of the oldest, whatever has happened since to its payment. Uses the
 * queue's index.
 */
export async function readRelayQueue(db: Database, chainId: number): Promise<{ count: number; since: Date | null }> {
  const isQueued = sql`${relays.status} = 'queued'`; // a literal, as in its index
  const [row = { count: 0, since: null }] = await db
    .select({ count: sql<number>`count(*)::int`, since: sql<Date | null>`min(${relays.createdAt})`.mapWith(relays.createdAt) })
    .from(relays)
    .where(and(eq(relays.chainId, chainId), isQueued));
  return row;
}

/** Counts the mails that wait for a mail server, with the time of the oldest. Uses the partial index of waiting mails. */
export async function readOutbox(db: Database): Promise<{ count: number; since: Date | null }> {
  const [row = { count: 0, since: null }] = await db
    .select({ count: sql<number>`count(*)::int`, since: sql<Date | null>`min(${mails.queuedAt})`.mapWith(mails.queuedAt) })
    .from(mails)
    .where(sql`${mails.status} = 'waiting'`); // a literal, as in its index
  return row;
}

/** Counts the connections of all programs to this database, by state. */
export async function countConnections(db: Database): Promise<{ state: string; count: number }[]> {
  return db.execute<{ state: string; count: number }>(sql`
    select coalesce(state, 'unknown') as state, count(*)::int as count from pg_stat_activity where datname = current_database() group by 1`);
}
