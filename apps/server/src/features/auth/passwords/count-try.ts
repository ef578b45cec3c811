import type { DatabaseOrTransaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { waitingTime } from "@hearth/domain/retry-words";
import type { Deps } from "../../../deps.ts";

/** The rate limit keys of a password try: `near` for this network or device, `all` for every try of this kind at the account. */
interface TryKeys {
  near: string;
  all: string;
  /** The way out that a refusal names. */
  wayOut?: string;
}

const wayOutOfSignIn = "ask for an email that lets this device sign in, or use a device you used before.";

/** The key that counts strangers' tries at an email from all networks, with or without an account. */
export const triesByEmail = (email: string) => `email ${email}`;

/** The key that counts a signed-in user's tries. By session, so that a thief's session locks out no other session of the account. */
export const triesInSession = (sessionId: string) => `session ${sessionId}`;

/**
 * Counts a password try before it is verified. Call `forget` after a correct password to reset the counts. @throws HearthError
 * RATE_LIMITED.
 */
export async function countTry(
  { sharedLimits }: Pick<Deps, "sharedLimits">,
  { near, all, wayOut = wayOutOfSignIn }: TryKeys,
): Promise<{ forget(): Promise<void> }> {
  await sharedLimits.take("login", near);
  try {
    await sharedLimits.take("wrongPasswords", all);
  } catch (error) {
    if (!(error instanceof HearthError) || error.code !== "RATE_LIMITED") throw error;
    const { retryAfterSeconds = 0 } = error;
    const message = `Too many wrong passwords were tried for this account. Please try again in ${waitingTime(retryAfterSeconds)}, or ${wayOut}`;
    throw new HearthError("RATE_LIMITED", { message, retryAfterSeconds });
  }
  return { forget: () => forgetTries({ sharedLimits }, { near, all }) };
}

/** Resets the counts of password tries, after a correct password or a stronger proof. Within a transaction if given. */
export async function forgetTries(
  { sharedLimits }: Pick<Deps, "sharedLimits">,
  { near, all }: Pick<TryKeys, "near" | "all">,
  within?: DatabaseOrTransaction,
): Promise<void> {
  await sharedLimits.reset("login", near, within);
  await sharedLimits.reset("wrongPasswords", all, within);
}
