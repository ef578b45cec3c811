import { setTimeout as sleep } from "node:timers/promises";
import type postgres from "postgres";
import { connectDatabase, type Database } from "./client.ts";

const pollMs = 1_000;
/** Timeout of a question. A host that vanished sends nothing, and the system may wait a quarter of an hour for it. */
const answerTimeoutMs = 5_000;
/**
 * Number of log positions to remember that the replica has not reached. It counts as behind for ten minutes at most, and as lost after
 * that.
 */
const maxPositions = 600;

/** A PostgreSQL replica for queries that may return data some seconds old. */
export interface Replica {
  /** The replica's database if it lags less than the bound; null if it lags more, is away or no longer follows. */
  fresh(): Database | null;
  /** Upper bound of the replica's lag in seconds; null if it is not known to follow. */
  secondsBehind(): number | null;
  close(): Promise<void>;
}

/** A position in the write-ahead log, in bytes, and the time by which everything before it was written. */
interface LogPosition {
  bytes: bigint;
  at: number;
}

/**
 * Connects to a replica and asks both databases for their log position every second. The replica is as fresh as the newest known position
 * that it has replayed. Its own report of its lag would not do: it reports nothing when it receives nothing. Costs one statement a second
 * on each.
 *
 * @param primary a connection to the database itself
 * @param boundMs maximum lag in milliseconds for queries
 */
export function followReplica(primary: postgres.Sql, url: string, boundMs: number): Replica {
  let connection = connectDatabase(url);
  let pendingPositions: LogPosition[] = [];
  let freshAt = -Infinity;
  const poll = async () => {
    const at = performance.now();
    const [walPosition] = await primary<{ bytes: string }[]>`select (pg_current_wal_lsn() - '0/0')::text as bytes`;
    if (walPosition) pendingPositions = [...pendingPositions, { bytes: BigInt(walPosition.bytes), at }].slice(-maxPositions);
    // A promoted replica returns no row here, so it is no longer used.
    const [done] = await connection.sql<
      { bytes: string }[]
    >`select (pg_last_wal_replay_lsn() - '0/0')::text as bytes where pg_is_in_recovery()`;
    const reached = done && pendingPositions.findLast(({ bytes }) => bytes <= BigInt(done.bytes));
    if (reached === undefined) return;
    freshAt = reached.at;
    pendingPositions = pendingPositions.filter((position) => position.at > reached.at);
  };
  const reconnect = () => {
    const former = connection;
    connection = connectDatabase(url);
    former.close().catch(() => {});
  };
  let isPolling = false;
  const pollOnce = async () => {
    if (isPolling) return;
    isPolling = true;
    try {
      const outcome = await Promise.race([poll(), sleep(answerTimeoutMs, "timeout", { ref: false })]);
      if (outcome === "timeout") reconnect();
    } catch {
      // One of the two is away. The last known position counts until it is too old.
    } finally {
      isPolling = false;
    }
  };
  void pollOnce();
  const timer = setInterval(() => void pollOnce(), pollMs);
  const behindMs = () => performance.now() - freshAt;
  return {
    fresh: () => (behindMs() <= boundMs ? connection.db : null),
    secondsBehind: () => (freshAt === -Infinity ? null : behindMs() / 1_000),
    close: async () => {
      clearInterval(timer);
      await connection.close(); // does not wait for the open question: a replica whose host is gone never answers it
    },
  };
}
