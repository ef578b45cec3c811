import { setTimeout as sleep } from "node:timers/promises";
import type { Database, Transaction } from "./client.ts";
import { isConflict } from "./errors.ts";

const mostTries = 5;
const longestPauseMs = 50;

/**
 * Runs a transaction, and runs it again, five times at most, where PostgreSQL ended it because two held what the other wanted. Nothing of a run that
 * failed is kept, so what the work does outside of the transaction must bear to be done twice.
 */
export async function transactAgain<Result>(db: Database, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++)
    try {
      return await db.transaction(work);
    } catch (error) {
      if (!isConflict(error) || tries === mostTries) throw error;
      // Two that met once would meet again if both came back at the same moment.
      await sleep(Math.random() * longestPauseMs);
    }
}
