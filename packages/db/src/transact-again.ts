import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseOrTransaction, Transaction } from "./client.ts";
import { isConflict } from "./errors.ts";

const mostTries = 5;
const longestPauseMs = 50;

/**
 * Runs a transaction and retries it after a deadlock or serialization failure, up to five runs in total. The database keeps nothing of a
 * failed run, but effects of `work` outside the transaction may happen more than once. Within another transaction, it retries its savepoint.
 */
export async function transactWithRetry<Result>(db: DatabaseOrTransaction, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++)
    try {
      return await db.transaction(work);
    } catch (error) {
      if (!isConflict(error) || tries === mostTries) throw error;
      // A random pause, so that two transactions do not collide again.
      await sleep(Math.random() * longestPauseMs);
    }
}
