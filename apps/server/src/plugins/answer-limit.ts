import { setTimeout as sleep } from "node:timers/promises";

/**
 * A database that takes longer counts as unavailable. Health probes give up after about ten seconds, and would otherwise take the process
 * for dead.
 */
export const answerLimitMs = 5_000;

/** Waits for an answer. @throws Error when it takes longer than `limitMs`. */
export async function within<Answer>(limitMs: number, answer: Promise<Answer>): Promise<Answer> {
  const ending = new AbortController();
  const timeout = sleep(limitMs, undefined, { signal: ending.signal }).then(() => {
    throw new Error(`The database has not answered within ${limitMs} ms`);
  });
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    ending.abort();
    timeout.catch(() => undefined);
  }
}
