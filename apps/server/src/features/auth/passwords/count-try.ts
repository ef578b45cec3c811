import { HearthError } from "@hearth/domain/errors";
import type { Deps } from "../../../deps.ts";

/** Whose try at a password it is: of those who can only be told from others, and of all who try this way. */
interface TryKeys {
  near: string;
  all: string;
}

/** Under what the tries of strangers at an account are counted, from wherever; whether or not there is one. */
export const triesByEmail = (email: string) => `email ${email}`;

/** Counts a try at a password before it is looked at; what was counted is forgotten when it was right. @throws HearthError RATE_LIMITED. */
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
