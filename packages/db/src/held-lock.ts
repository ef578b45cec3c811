import postgres from "postgres";

/** PostgreSQL ends a session after this idle time and frees its lock, even if the process hangs or its host is gone. */
const idleTimeoutMs = 3_000;
/** A lock that was not confirmed for this long counts as lost. Shorter than `idleTimeoutMs`, so that two processes never hold it at once. */
const confirmationMs = 2_500;
const pollMs = 1_000;

/** A lock that at most one process holds at a time. */
export interface HeldLock {
  /** True if this process holds the lock now. */
  isHeld(): boolean;
  /** Releases the lock and stops asking for it. */
  close(): Promise<void>;
}

/**
 * Retries an advisory lock until it is acquired, then keeps it while the process lives. A killed process frees it at once, a hanging one
 * within three seconds. Another process acquires it a second later. Needs its own connection in session mode. Costs one statement a second.
 *
 * @param name the lock's name, the same in every process
 */
export async function holdLock(url: string, name: string): Promise<HeldLock> {
  const connection = { application_name: `hearth-lock ${process.pid}`, statement_timeout: 2_000, idle_session_timeout: idleTimeoutMs };
  let confirmedAt = -Infinity;
  const onclose = () => {
    confirmedAt = -Infinity;
  };
  const options = { max: 1, onnotice: () => {}, connect_timeout: 2, backoff: () => 0.25, fetch_types: false };
  const client = postgres(url, { ...options, connection, onclose });
  // The holder acquires the lock again. So one statement acquires it, confirms it and keeps the session from becoming idle.
  const tryAcquire = async () => {
    const startedAt = performance.now();
    const [row] = await client<{ held: boolean }[]>`select pg_try_advisory_lock(hashtext(${name})) as held`.catch(() => []);
    confirmedAt = row?.held === true ? startedAt : -Infinity;
  };
  await tryAcquire();
  let acquiring: Promise<void> | null = null;
  const timer = setInterval(() => {
    acquiring ??= tryAcquire().finally(() => {
      acquiring = null;
    });
  }, pollMs);
  return {
    isHeld: () => performance.now() - confirmedAt < confirmationMs,
    close: async () => {
      clearInterval(timer);
      confirmedAt = -Infinity;
      await client.end({ timeout: 1 });
    },
  };
}
