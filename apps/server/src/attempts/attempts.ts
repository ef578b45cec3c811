import { createHash } from "node:crypto";
import type { Database, DatabaseOrTransaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import type { Clock } from "@hearth/domain/time";
import type { RateLimitRule } from "../rate-limits.ts";
import { countAttempt, deleteAttempts, deleteAttemptsBefore } from "./attempts.repo.ts";

const daySeconds = 24 * 60 * 60;

/** What somebody tries who should not get in; counted for all processes together, and over a restart. */
export const attemptRules = {
  /** Passwords, by account and network, by a device that the account knows, or by who is signed in. */
  login: { max: 10, windowSeconds: 15 * 60 },
  /** Passwords of whatever account, by network. */
  loginAddress: { max: 100, windowSeconds: 15 * 60 },
  /** Wrong passwords in a row, from wherever; a right one begins anew. NIST SP 800-63B-4, 3.2.2. */
  wrongPasswords: { max: 100, windowSeconds: 30 * daySeconds },
  /** Codes of a second factor by account: who guesses, and knows the password, has one chance in seven hundred a day. */
  secondFactor: { max: 5, windowSeconds: 15 * 60 },
  /** Codes of a second factor of whatever account, by network. */
  secondFactorAddress: { max: 50, windowSeconds: 15 * 60 },
  /** Accounts, by network. */
  register: { max: 20, windowSeconds: 60 * 60 },
  /** Accounts, by e-mail. */
  registerEmail: { max: 5, windowSeconds: 60 * 60 },
  /** Mails that are asked for, by account or by the e-mail that was named, whether or not there is an account. */
  accountMail: { max: 5, windowSeconds: 60 * 60 },
  /** Tries at links of mails, and mails asked for without signing in, by network. */
  mailLink: { max: 30, windowSeconds: 15 * 60 },
} satisfies Record<string, RateLimitRule>;
export type AttemptName = keyof typeof attemptRules;

/** Counts attempts in the database. */
export interface Attempts {
  /** Counts one; a statement. @throws HearthError RATE_LIMITED, with the seconds to wait, when the window is used up. */
  take(name: AttemptName, key: string): Promise<void>;
  /** Forgets what a key has used, within a transaction where one is given; a statement. */
  reset(name: AttemptName, key: string, tx?: DatabaseOrTransaction): Promise<void>;
}

/** The limits of what is tried, with other figures where given; `null` counts nothing. */
export function createAttempts(db: Database, clock: Clock, rules: Partial<Record<AttemptName, RateLimitRule>> | null = {}): Attempts {
  if (rules === null) return { take: async () => {}, reset: async () => {} };
  const limits = { ...attemptRules, ...rules };
  return {
    take: async (name, key) => {
      const { max, windowSeconds } = limits[name];
      const now = clock.now();
      const resetsAt = new Date(now.getTime() + windowSeconds * 1000);
      const counted = await countAttempt(db, { key: keyOf(name, key), now, resetsAt });
      if (counted.used <= max) return;
      const waitMs = counted.resetsAt.getTime() - now.getTime();
      throw new HearthError("RATE_LIMITED", { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
    },
    reset: (name, key, tx = db) => deleteAttempts(tx, keyOf(name, key)),
  };
}

const forgottenAtOnce = 10_000;

/** Forgets the windows that are over. */
export async function forgetAttempts(db: Database, clock: Clock): Promise<void> {
  await deleteAttemptsBefore(db, clock.now(), forgottenAtOnce);
}

function keyOf(name: AttemptName, key: string): string {
  return `${name} ${createHash("sha256").update(key).digest("base64url")}`;
}
