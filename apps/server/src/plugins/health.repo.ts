import type { Database } from "@hearth/db/client";
import { alarms } from "@hearth/db/schema/alarms";
import { chainCursors } from "@hearth/db/schema/chain-cursors";
import { and, eq, isNull, sql } from "drizzle-orm";

/** Returns the time of the newest block that the watcher has read; null before the first. Fails when the database is unavailable. */
export async function findWatchedBlockTime(db: Database, chainId: number): Promise<Date | null> {
  const [row] = await db.select({ blockTime: chainCursors.blockTime }).from(chainCursors).where(eq(chainCursors.chainId, chainId));
  return row?.blockTime ?? null;
}

/** Returns the message of an open alarm, or null where none with this key is open. */
export async function findAlarmWords(db: Database, key: string): Promise<string | null> {
  const [row] = await db
    .select({ message: alarms.message })
    .from(alarms)
    .where(and(eq(alarms.key, key), isNull(alarms.clearedAt)));
  return row?.message ?? null;
}

/** True where this server's role may change the tables themselves, as their owner or as a superuser. */
export async function findOwnsTables(db: Database): Promise<boolean> {
  const [row] = await db.execute<{ owns: boolean }>(
    sql`select pg_has_role(relowner, 'usage') as owns from pg_class where oid = 'public.audit_log'::regclass`,
  );
  return row?.owns ?? false;
}
