import { setTimeout as sleep } from "node:timers/promises";

/** A database that takes longer counts as away: whoever watches the process would give up after ten seconds or so, and take it for gone. */
export const answerLimitMs = 5_000;

/** @throws Error when the answer takes longer. */
export async function within<Answer>(limitMs: number, answer: Promise<Answer>): Promise<Answer> {
  const ending = new AbortController();
  const late = sleep(limitMs, undefined, { signal: ending.signal }).then(() => {
    throw new Error(`The database has not answered within ${limitMs} ms`);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    ending.abort();
    late.catch(() => undefined);
  }
}
