import { createHash } from "node:crypto";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import type { Clock } from "@hearth/domain/time";
import type { RateLimitRule } from "./rate-limits.ts";
import { countTry, forgetTries } from "./shared-limits.repo.ts";

/** What guards accounts and money, and is counted for all processes together. */
export const sharedLimitRules = {
  /** Passwords, by account and network, by a device that the account knows, or by who is signed in; counted before the password is looked at. */
  login: { max: 10, windowSeconds: 15 * 60 },
  /** By address, whichever account is tried. */
  loginAddress: { max: 100, windowSeconds: 15 * 60 },
  /** Wrong passwords in a row, from wherever; a right one begins anew. NIST SP 800-63B-4, 3.2.2. */
  wrongPasswords: { max: 100, windowSeconds: 30 * 24 * 60 * 60 },
  /** Codes of a second factor by account: who guesses, and knows the password, has one chance in seven hundred a day. */
  secondFactor: { max: 5, windowSeconds: 15 * 60 },
  /** Codes of a second factor by address, whichever account is tried. */
  secondFactorAddress: { max: 50, windowSeconds: 15 * 60 },
  /** What passkeys are asked to sign at a sign-in, by address; an answer needs one of its own. */
  passkeyAddress: { max: 100, windowSeconds: 15 * 60 },
  /** What passkeys are asked to sign for somebody who is signed in, by account. */
  passkey: { max: 30, windowSeconds: 15 * 60 },
  /** By address. */
  register: { max: 20, windowSeconds: 60 * 60 },
  /** Invitations by mail, by business. */
  invite: { max: 500, windowSeconds: 24 * 60 * 60 },
  /** Accounts, by email. */
  registerEmail: { max: 5, windowSeconds: 60 * 60 },
  /** Mails that are asked for, by account or by the email that was named, whether or not there is an account. */
  accountMail: { max: 5, windowSeconds: 60 * 60 },
  /** Tries at links of mails, and mails asked for without signing in, by address. */
  mailLink: { max: 30, windowSeconds: 15 * 60 },
  /** Sessions at the onramp, by payment. */
  onramp: { max: 20, windowSeconds: 15 * 60 },
  /** Authorizations that the relayer carries, by payer: it pays their gas. */
  relay: { max: 20, windowSeconds: 15 * 60 },
  /** Bills that are asked for and reminded of, by merchant: each is a mail to somebody who may not want it. */
  requestMerchant: { max: 500, windowSeconds: 24 * 60 * 60 },
  /** Bills that are asked for and reminded of, by the address that is mailed, whoever asks. */
  requestEmail: { max: 20, windowSeconds: 24 * 60 * 60 },
  /** Reminders of what is owed, by lease. */
  rentReminder: { max: 1, windowSeconds: 20 * 60 * 60 },
  /** Forms with files, by account. */
  upload: { max: 60, windowSeconds: 15 * 60 },
} satisfies Record<string, RateLimitRule>;
export type SharedLimitName = keyof typeof sharedLimitRules;

/** Counts tries in the database, a statement each; a limit means the same however many processes run. */
export interface SharedLimits {
  /** Counts one try, in a transaction where one is given. @throws HearthError RATE_LIMITED, with the seconds to wait, when the window is used up. */
  take(name: SharedLimitName, key: string, within?: DatabaseOrTransaction): Promise<void>;
  /** Forgets what a key has used. */
  reset(name: SharedLimitName, key: string, within?: DatabaseOrTransaction): Promise<void>;
}

/** The product's shared limits, with other figures where given; `null` counts nothing. */
export function createSharedLimits(
  db: DatabaseOrTransaction,
  clock: Clock,
  rules: Partial<Record<SharedLimitName, RateLimitRule>> | null = {},
): SharedLimits {
  if (rules === null) return { take: async () => {}, reset: async () => {} };
  const limits = { ...sharedLimitRules, ...rules };
  return {
    take: async (rule, key, within = db) => {
      const { max, windowSeconds } = limits[rule];
      const now = clock.now();
      const endsAt = new Date(now.getTime() + windowSeconds * 1000);
      const counted = await countTry(within, { rule, keyHash: hashOf(key), now, max, endsAt });
      if (counted.calls <= max) return;
      const retryAfterSeconds = Math.max(1, Math.ceil((counted.endsAt.getTime() - now.getTime()) / 1000));
      throw new HearthError("RATE_LIMITED", { retryAfterSeconds });
    },
    reset: (rule, key, within = db) => forgetTries(within, rule, hashOf(key)),
  };
}

function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}
