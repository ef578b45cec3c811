import { setTimeout as sleep } from "node:timers/promises";
import type postgres from "postgres";
import { connectDatabase, type Database } from "./client.ts";

const askedEveryMs = 1_000;
/** A host that vanished says nothing at all, and the system may wait a quarter of an hour for it. */
const silentMs = 5_000;
/** So many places of the log are remembered that the replica has not reached: it counts as behind for ten minutes at most, and as lost after that. */
const rememberedPlaces = 600;

/** A second PostgreSQL that follows the database, for questions that may be answered as things were some seconds ago. */
export interface Replica {
  /** The replica's database where it has all that the database had a bounded time ago; null where it is further behind, away, or follows no more. */
  fresh(): Database | null;
  /** By how many seconds it is known to be behind at most; null where it is not known to follow. */
  secondsBehind(): number | null;
  close(): Promise<void>;
}

/** A place in the database's log of changes, in bytes, and when everything up to it was there at the latest. */
interface Place {
  bytes: bigint;
  at: number;
}

/**
 * Connects to a replica and asks both every second how far they are: the replica is as fresh as the newest place of the database's log that it has
 * carried out. Its own word on how late it is would not do, since it says nothing where it hears nothing. Costs a statement a second at each.
 *
 * @param primary a connection to the database itself
 * @param boundMs how far behind it may be to be asked
 */
export function followReplica(primary: postgres.Sql, url: string, boundMs: number): Replica {
  let connection = connectDatabase(url);
  let ahead: Place[] = [];
  let freshAt = -Infinity;
  const ask = async () => {
    const at = performance.now();
    const [written] = await primary<{ bytes: string }[]>`select (pg_current_wal_lsn() - '0/0')::text as bytes`;
    if (written) ahead = [...ahead, { bytes: BigInt(written.bytes), at }].slice(-rememberedPlaces);
    // One that was made a database of its own answers nothing here, and is not asked any more.
    const [done] = await connection.sql<
      { bytes: string }[]
    >`select (pg_last_wal_replay_lsn() - '0/0')::text as bytes where pg_is_in_recovery()`;
    const reached = done && ahead.findLast(({ bytes }) => bytes <= BigInt(done.bytes));
    if (reached === undefined) return;
    freshAt = reached.at;
    ahead = ahead.filter((place) => place.at > reached.at);
  };
  const connectAnew = () => {
    const silent = connection;
    connection = connectDatabase(url);
    silent.close().catch(() => {});
  };
  let isAsking = false;
  const askOnce = async () => {
    if (isAsking) return;
    isAsking = true;
    try {
      const outcome = await Promise.race([ask(), sleep(silentMs, "silent", { ref: false })]);
      if (outcome === "silent") connectAnew();
    } catch {
      // Either is away; what was heard last counts for as long as it is fresh.
    } finally {
      isAsking = false;
    }
  };
  void askOnce();
  const timer = setInterval(() => void askOnce(), askedEveryMs);
  const behindMs = () => performance.now() - freshAt;
  return {
    fresh: () => (behindMs() <= boundMs ? connection.db : null),
    secondsBehind: () => (freshAt === -Infinity ? null : behindMs() / 1_000),
    close: async () => {
      clearInterval(timer);
      await connection.close(); // not what is being asked: a replica whose host is gone never answers that
    },
  };
}
