import { HearthError } from "@hearth/domain/errors";
import pLimit from "p-limit";
import type { RateLimits } from "./rate-limits.ts";

/** Files made at once in one process, files that may wait, and files of one account among both. */
export const fileQueueLimits = { running: 2, waiting: 20, account: 2 };

/** Makes files of many rows (exports, books) with bounded concurrency, so that no account can exhaust the process or the database. */
export interface FileQueue {
  /**
   * Makes a file for an account as soon as a slot is free. @throws HearthError RATE_LIMITED for too many of one account, OVERLOADED for too
   * many in all.
   */
  take<File>(userId: string, readFile: () => Promise<File>): Promise<File>;
}

/** Creates the product's queue of files; tests may pass other limits. */
export function createFileQueue(rateLimits: RateLimits, limits = fileQueueLimits): FileQueue {
  const turns = pLimit(limits.running);
  const open = new Map<string, number>();
  return {
    take: async (userId, readFile) => {
      const openCount = open.get(userId) ?? 0;
      if (openCount >= limits.account) {
        const message = "Your last files are still being made. Please wait for them, and then try again.";
        throw new HearthError("RATE_LIMITED", { message, retryAfterSeconds: 5 });
      }
      rateLimits.take("file", userId);
      if (turns.pendingCount >= limits.waiting) throw new HearthError("OVERLOADED", { retryAfterSeconds: 10 });
      open.set(userId, openCount + 1);
      try {
        return await turns(readFile);
      } finally {
        const openCount = (open.get(userId) ?? 1) - 1;
        if (openCount > 0) open.set(userId, openCount);
        else open.delete(userId);
      }
    },
  };
}
