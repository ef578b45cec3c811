import { HearthError } from "@hearth/domain/errors";
import type { Deps } from "../../../deps.ts";

/** The rate limit keys of a password try: `near` for this network or device, `all` for every try of this kind at the account. */
interface TryKeys {
  near: string;
  all: string;
}

/** The key that counts strangers' tries at an email from all networks, with or without an account. */
export const triesByEmail = (email: string) => `email ${email}`;

/**
 * Counts a password try before it is verified. Call `forget` after a correct password to reset the counts. @throws HearthError
 * RATE_LIMITED.
 */
export async function countTry({ sharedLimits }: Pick<Deps, "sharedLimits">, { near, all }: TryKeys): Promise<{ forget(): Promise<void> }> {
  await sharedLimits.take("login", near);
  try {
    await sharedLimits.take("wrongPasswords", all);
  } catch (error) {
    if (!(error instanceof HearthError) || error.code !== "RATE_LIMITED") throw error;
    const message =
      "Too many wrong passwords were tried for this account. Please choose a new one, or sign in on a device you used before.";
    throw new HearthError("RATE_LIMITED", { message, ...(error.retryAfterSeconds && { retryAfterSeconds: error.retryAfterSeconds }) });
  }
  return {
    forget: async () => {
      await sharedLimits.reset("login", near);
      await sharedLimits.reset("wrongPasswords", all);
    },
  };
}
