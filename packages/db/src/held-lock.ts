import postgres from "postgres";

/** A session that says nothing for so long is ended by PostgreSQL, and its lock is free: also of a process that hangs, or whose host is gone. */
const silentMs = 3_000;
/** A lock that was not confirmed for so long is not taken to be held. Shorter than that, so that two never hold it at once. */
const confirmedMs = 2_500;
const askedEveryMs = 1_000;

/** One of several processes holds it at a time. */
export interface HeldLock {
  /** Whether this process holds it now. */
  isHeld(): boolean;
  /** Gives it up, and asks for it no more. */
  close(): Promise<void>;
}

/**
 * Asks for an advisory lock until it has it, and keeps it for as long as the process lives: whoever is killed frees it at once, and whoever hangs
 * within three seconds; another process has it a second later. Needs a connection of its own, in session mode. Costs a statement a second.
 *
 * @param name what is locked, the same in every process
 */
export async function holdLock(url: string, name: string): Promise<HeldLock> {
  const connection = { application_name: `hearth-lock ${process.pid}`, statement_timeout: 2_000, idle_session_timeout: silentMs };
  let confirmedAt = -Infinity;
  const onclose = () => {
    confirmedAt = -Infinity;
  };
  const options = { max: 1, onnotice: () => {}, connect_timeout: 2, backoff: () => 0.25, fetch_types: false };
  const client = postgres(url, { ...options, connection, onclose });
  // Whoever holds it gets it again, so that one question asks for it, confirms it and keeps the session from falling silent.
  const ask = async () => {
    const askedAt = performance.now();
    const [row] = await client<{ held: boolean }[]>`select pg_try_advisory_lock(hashtext(${name})) as held`.catch(() => []);
    confirmedAt = row?.held === true ? askedAt : -Infinity;
  };
  await ask();
  let asking: Promise<void> | null = null;
  const timer = setInterval(() => {
    asking ??= ask().finally(() => {
      asking = null;
    });
  }, askedEveryMs);
  return {
    isHeld: () => performance.now() - confirmedAt < confirmedMs,
    close: async () => {
      clearInterval(timer);
      confirmedAt = -Infinity;
      await client.end({ timeout: 1 });
    },
  };
}
