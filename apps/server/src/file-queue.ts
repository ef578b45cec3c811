import { HearthError } from "@hearth/domain/errors";
import pLimit from "p-limit";
import type { RateLimitName, RateLimits } from "./rate-limits.ts";

/** Files in progress at once in one process, files that may wait, and files of one account among both. */
export const fileQueueLimits = { running: 2, waiting: 20, account: 2 };

/** The two kinds of queues: files made from many rows (exports, books), and files of charges that merchants send. */
const kinds = {
  made: { rule: "file", tooMany: "Your last files are still being made." },
  sent: { rule: "chargeFile", tooMany: "Your last files are still being read." },
} satisfies Record<string, { rule: RateLimitName; tooMany: string }>;

/** Works on files of many rows with bounded concurrency, so that no account can exhaust the process or the database. */
export interface FileQueue {
  /**
   * Works on an account's file as soon as a slot is free. @throws HearthError RATE_LIMITED for too many of one account, OVERLOADED for too
   * many in all.
   */
  take<Result>(userId: string, work: () => Promise<Result>): Promise<Result>;
}

/** Creates the product's queue of files; tests may pass other limits. */
export function createFileQueue(rateLimits: RateLimits, kind: keyof typeof kinds, limits = fileQueueLimits): FileQueue {
  const { rule, tooMany } = kinds[kind];
  const turns = pLimit(limits.running);
  const open = new Map<string, number>();
  return {
    take: async (userId, work) => {
      const openCount = open.get(userId) ?? 0;
      if (openCount >= limits.account) {
        throw new HearthError("RATE_LIMITED", { message: tooMany, retryAfterSeconds: 5 });
      }
      rateLimits.take(rule, userId);
      if (turns.pendingCount >= limits.waiting) throw new HearthError("OVERLOADED", { retryAfterSeconds: 10 });
      open.set(userId, openCount + 1);
      try {
        return await turns(work);
      } finally {
        const openCount = (open.get(userId) ?? 1) - 1;
        if (openCount > 0) open.set(userId, openCount);
        else open.delete(userId);
      }
    },
  };
}
