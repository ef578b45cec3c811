import { HearthError } from "@hearth/domain/errors";
import type { Clock } from "@hearth/domain/time";
import { LRUCache } from "lru-cache";

/** The maximum calls of a key within a window, which starts with the key's first call. */
export interface RateLimitRule {
  max: number;
  windowSeconds: number;
}

/**
 * Limits that protect this process, counted in its memory. They count procedure calls, so a batch counts once for each of its calls. Limits
 * that protect accounts and money are counted across processes, in `shared-limits.ts`.
 */
export const rateLimitRules = {
  /** By account, or by address where nobody is signed in. */
  call: { max: 600, windowSeconds: 60 },
  /** New checkouts, by payer. */
  checkout: { max: 60, windowSeconds: 60 * 60 },
  /** The API description, by address: it is large. */
  description: { max: 30, windowSeconds: 60 },
  /** Exports and books, by account: each reads up to 20,000 rows. */
  file: { max: 20, windowSeconds: 60 },
  /** Files of charges, checked or charged, by account: each has up to 5,000 rows. */
  chargeFile: { max: 20, windowSeconds: 60 },
  /** Receipts as PDF and signed records, by account: each takes a fifth of a second of the server's time. */
  receipt: { max: 30, windowSeconds: 60 },
} satisfies Record<string, RateLimitRule>;
export type RateLimitName = keyof typeof rateLimitRules;

/** Counts calls in this process. Memory is bounded; the least recently used keys are evicted first. */
export interface RateLimits {
  /** Counts one call. @throws HearthError RATE_LIMITED, with the seconds to wait, when the window is used up. */
  take(name: RateLimitName, key: string): void;
}

const maxKeysPerRule = 20_000;

/** Creates the product's rate limits; tests may pass other rules. `null` disables them. */
export function createRateLimits(clock: Clock, rules: Partial<Record<RateLimitName, RateLimitRule>> | null = {}): RateLimits {
  if (rules === null) return { take: () => {} };
  const limits = { ...rateLimitRules, ...rules };
  const counters = {
    call: counter(clock),
    checkout: counter(clock),
    description: counter(clock),
    file: counter(clock),
    chargeFile: counter(clock),
    receipt: counter(clock),
  };
  return {
    take: (name, key) => {
      const cache = counters[name];
      const { max, windowSeconds } = limits[name];
      const used = cache.get(key);
      if (used === undefined) {
        cache.set(key, { calls: 1 }, { ttl: windowSeconds * 1000 });
      } else if (used.calls >= max) {
        throw new HearthError("RATE_LIMITED", { retryAfterSeconds: Math.max(1, Math.ceil(cache.getRemainingTTL(key) / 1000)) });
      } else {
        used.calls += 1;
      }
    },
  };
}

function counter(clock: Clock): LRUCache<string, { calls: number }> {
  return new LRUCache({ max: maxKeysPerRule, ttl: 1, ttlResolution: 0, perf: { now: () => clock.now().getTime() } });
}
