import { HearthError } from "@hearth/domain/errors";
import pLimit from "p-limit";
import type { RateLimits } from "./rate-limits.ts";

/** Files that are made at once in one process, those that may wait behind them, and those of one account among both. */
export const fileTurnLimits = { running: 2, waiting: 20, account: 2 };

/** Makes files of many rows (exports, books) a few at a time, so that no account takes the process or the database from everybody else. */
export interface FileTurns {
  /** Makes a file for an account when it is its turn. @throws HearthError RATE_LIMITED for too many of one account, OVERLOADED for too many in all. */
  take<File>(userId: string, make: () => Promise<File>): Promise<File>;
}

/** The product's turns, with other figures where given. */
export function createFileTurns(rateLimits: RateLimits, limits = fileTurnLimits): FileTurns {
  const turns = pLimit(limits.running);
  const open = new Map<string, number>();
  return {
    take: async (userId, make) => {
      const own = open.get(userId) ?? 0;
      if (own >= limits.account) {
        const message = "Your last files are still being made. Please wait for them, and then try again.";
        throw new HearthError("RATE_LIMITED", { message, retryAfterSeconds: 5 });
      }
      rateLimits.take("file", userId);
      if (turns.pendingCount >= limits.waiting) throw new HearthError("OVERLOADED", { retryAfterSeconds: 10 });
      open.set(userId, own + 1);
      try {
        return await turns(make);
      } finally {
        const left = (open.get(userId) ?? 1) - 1;
        if (left > 0) open.set(userId, left);
        else open.delete(userId);
      }
    },
  };
}
