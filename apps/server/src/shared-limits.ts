import { createHash } from "node:crypto";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { limits } from "@hearth/domain/limits";
import type { Clock } from "@hearth/domain/time";
import type { RateLimitRule } from "./rate-limits.ts";
import { countTry, forgetTries } from "./shared-limits.repo.ts";

/** Limits that protect accounts and money, counted across all processes. */
export const sharedLimitRules = {
  /**
   * Password tries, by account and network, by a device that the account knows, or by session. Counted before the password is verified.
   */
  login: { max: 10, windowSeconds: 15 * 60 },
  /** Password tries by address, for all accounts together. */
  loginAddress: { max: 100, windowSeconds: 15 * 60 },
  /** Consecutive wrong passwords of an account, from any network, or of one session; a correct one resets the count. NIST SP 800-63B-4, 3.2.2. */
  wrongPasswords: { max: 100, windowSeconds: 30 * 24 * 60 * 60 },
  /** Second factor codes, by known device, by session, and by account for everybody else. Separately for whoever has a mailed link. */
  secondFactor: { max: 5, windowSeconds: 15 * 60 },
  /**
   * Second factor codes in a day, by known device, and by account for all others together. Separately for whoever has a mailed link. An
   * attacker who knows the password and reads the mail has a chance of one in seven hundred a day.
   */
  secondFactorDay: { max: 240, windowSeconds: 24 * 60 * 60 },
  /** Second factor codes by address, for all accounts together. */
  secondFactorAddress: { max: 50, windowSeconds: 15 * 60 },
  /** Passkey challenges for signing in, by address; each answer needs a challenge of its own. */
  passkeyAddress: { max: 100, windowSeconds: 15 * 60 },
  /** Passkey challenges for signed-in users, by session. */
  passkey: { max: 30, windowSeconds: 15 * 60 },
  /** Registrations, by address. Beyond it each must show work: `countSignUp`. */
  register: { max: 20, windowSeconds: 60 * 60 },
  /** Registrations that showed work, by address. */
  registerWorked: { max: 200, windowSeconds: 60 * 60 },
  /** Registrations by the link of an invitation, which the address's limit does not count. */
  registerInvited: { max: 5, windowSeconds: 60 * 60 },
  /** Uses of a solved challenge, by its signature: one while it is valid. */
  signUpWork: { max: 1, windowSeconds: 15 * 60 },
  /** Mails to people who may not know the business, by business. Its standing may allow fewer: `strangerMailsADay`. */
  strangerMail: { max: limits.strangerMails.most, windowSeconds: 24 * 60 * 60 },
  /** Registrations, by email. */
  registerEmail: { max: 5, windowSeconds: 60 * 60 },
  /** Requested mails, by account, and by device that the account of the given email knows. */
  accountMail: { max: 5, windowSeconds: 60 * 60 },
  /**
   * Links that unknown devices request, by kind and by the given email, with or without an account. A window is no longer than the life of a
   * link, so while one more is refused the newest one works.
   */
  linkMail: { max: 5, windowSeconds: 30 * 60 },
  /** The part of them that one network may request. */
  linkMailNetwork: { max: 3, windowSeconds: 30 * 60 },
  /** Tries of mailed links, and mails requested without signing in, by address. */
  mailLink: { max: 30, windowSeconds: 15 * 60 },
  /** Sessions at the onramp, by payment. */
  onramp: { max: 20, windowSeconds: 15 * 60 },
  /** Relayed authorizations, by payer: the relayer pays their gas. */
  relay: { max: 20, windowSeconds: 15 * 60 },
  /** Refunds that the relayer sends from passkey wallets, by business: the relayer pays their gas. */
  refundRelay: { max: 50, windowSeconds: 24 * 60 * 60 },
  /** Requests for payment and their reminders, by recipient's address, for all merchants together. */
  requestEmail: { max: 20, windowSeconds: 24 * 60 * 60 },
  /** Rent reminders, by lease. */
  rentReminder: { max: 1, windowSeconds: 20 * 60 * 60 },
  /** Forms with files, by account. */
  upload: { max: 60, windowSeconds: 15 * 60 },
} satisfies Record<string, RateLimitRule>;
export type SharedLimitName = keyof typeof sharedLimitRules;

/** The tries within a window, and the seconds until it is over. */
export interface CountedTries {
  tries: number;
  retryAfterSeconds: number;
}

/** Counts tries in the database, with one statement each, so that a limit holds across processes. */
export interface SharedLimits {
  /**
   * Counts one try, within a transaction if given. @throws HearthError RATE_LIMITED, with the seconds to wait, when the window is used up.
   */
  take(name: SharedLimitName, key: string, within?: DatabaseOrTransaction): Promise<void>;
  /** Counts one try like `take`, and refuses nothing. Returns the tries of the window, at most one more than its maximum. */
  count(name: SharedLimitName, key: string, within?: DatabaseOrTransaction): Promise<CountedTries>;
  /** Resets the tries of a key. */
  reset(name: SharedLimitName, key: string, within?: DatabaseOrTransaction): Promise<void>;
}

/** Creates the product's shared limits; tests may pass other rules. `null` disables them. */
export function createSharedLimits(
  db: DatabaseOrTransaction,
  clock: Clock,
  rules: Partial<Record<SharedLimitName, RateLimitRule>> | null = {},
): SharedLimits {
  if (rules === null) return { take: async () => {}, count: async () => ({ tries: 0, retryAfterSeconds: 0 }), reset: async () => {} };
  const ruleOf = { ...sharedLimitRules, ...rules };
  const count: SharedLimits["count"] = async (rule, key, within = db) => {
    const { max, windowSeconds } = ruleOf[rule];
    const now = clock.now();
    const endsAt = new Date(now.getTime() + windowSeconds * 1000);
    const counted = await countTry(within, { rule, keyHash: hashOf(key), now, max, endsAt });
    return { tries: counted.calls, retryAfterSeconds: Math.max(1, Math.ceil((counted.endsAt.getTime() - now.getTime()) / 1000)) };
  };
  return {
    take: async (rule, key, within) => {
      const { tries, retryAfterSeconds } = await count(rule, key, within);
      if (tries > ruleOf[rule].max) throw new HearthError("RATE_LIMITED", { retryAfterSeconds });
    },
    count,
    reset: (rule, key, within = db) => forgetTries(within, rule, hashOf(key)),
  };
}

function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}
