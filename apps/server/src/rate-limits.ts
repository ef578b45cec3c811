import { HearthError } from "@hearth/domain/errors";
import type { Clock } from "@hearth/domain/time";
import { LRUCache } from "lru-cache";

/** How many calls one key may make within a window that begins with its first call. */
export interface RateLimitRule {
  max: number;
  windowSeconds: number;
}

/** Counted per procedure call, so that a batch counts as many times as it has calls. */
export const rateLimitRules = {
  /** By account and address, counted before the password is looked at. */
  login: { max: 10, windowSeconds: 15 * 60 },
  /** By address, whichever account is tried. */
  loginAddress: { max: 100, windowSeconds: 15 * 60 },
  /** Codes of a second factor by account: who guesses, and knows the password, has one chance in seven hundred a day. */
  secondFactor: { max: 5, windowSeconds: 15 * 60 },
  /** Codes of a second factor by address, whichever account is tried. */
  secondFactorAddress: { max: 50, windowSeconds: 15 * 60 },
  /** By address. */
  register: { max: 20, windowSeconds: 60 * 60 },
  /** Mails that are asked for, by account or by the e-mail that was named, whether or not there is an account. */
  accountMail: { max: 5, windowSeconds: 60 * 60 },
  /** Tries at links of mails, and mails asked for without signing in, by address. */
  mailLink: { max: 30, windowSeconds: 15 * 60 },
  /** By account, or by address where nobody is signed in. */
  call: { max: 600, windowSeconds: 60 },
  /** New checkouts, by payer. */
  checkout: { max: 60, windowSeconds: 60 * 60 },
  /** Sessions at the onramp, by payment. */
  onramp: { max: 20, windowSeconds: 15 * 60 },
  /** Authorizations that the relayer carries, by payer: it pays their gas. */
  relay: { max: 20, windowSeconds: 15 * 60 },
  /** The description of the documented interface, by address: it is large. */
  description: { max: 30, windowSeconds: 60 },
  /** Receipts as PDF, by account: each takes a fifth of a second of the server's time. */
  receipt: { max: 30, windowSeconds: 60 },
  /** Forms with files, by account. */
  upload: { max: 60, windowSeconds: 15 * 60 },
} satisfies Record<string, RateLimitRule>;
export type RateLimitName = keyof typeof rateLimitRules;

/** Counts calls in this process; memory is bounded, the longest unused keys go first. */
export interface RateLimits {
  /** Counts one call. @throws HearthError RATE_LIMITED, with the seconds to wait, when the window is used up. */
  take(name: RateLimitName, key: string): void;
  /** Forgets what a key has used. */
  reset(name: RateLimitName, key: string): void;
}

const maxKeysPerRule = 20_000;

/** The product's rate limits, with other figures where given; `null` counts nothing. */
export function createRateLimits(clock: Clock, rules: Partial<Record<RateLimitName, RateLimitRule>> | null = {}): RateLimits {
  if (rules === null) return { take: () => {}, reset: () => {} };
  const limits = { ...rateLimitRules, ...rules };
  const counters = {
    login: counter(clock),
    loginAddress: counter(clock),
    secondFactor: counter(clock),
    secondFactorAddress: counter(clock),
    register: counter(clock),
    accountMail: counter(clock),
    mailLink: counter(clock),
    call: counter(clock),
    checkout: counter(clock),
    onramp: counter(clock),
    relay: counter(clock),
    description: counter(clock),
    receipt: counter(clock),
    upload: counter(clock),
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
    reset: (name, key) => void counters[name].delete(key),
  };
}

function counter(clock: Clock): LRUCache<string, { calls: number }> {
  return new LRUCache({ max: maxKeysPerRule, ttl: 1, ttlResolution: 0, perf: { now: () => clock.now().getTime() } });
}
