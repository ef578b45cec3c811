import type { Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { holdCredentials } from "../rows/auth.repo.ts";
import type { Checked } from "../passwords/check-credentials.ts";
import { hasSecondFactor, readFactors } from "../factors/factors.ts";

/**
 * Whether what a sign-in has shown is still what the account asks for, held until its session is stored: whoever changes the password, the
 * email, the status or the second factor ends the sessions that they can see, and one that is being opened at that moment is none of them.
 * @throws HearthError INVALID_CREDENTIALS, SECOND_FACTOR_REQUIRED.
 */
export async function revalidateCredentials(tx: Transaction, checked: Checked & { shownFactor: boolean }): Promise<void> {
  const account = await holdCredentials(tx, checked.email);
  const isSame = account?.id === checked.id && account.passwordHash === checked.passwordHash && account.status === "active";
  if (!isSame) throw new HearthError("INVALID_CREDENTIALS");
  if (!checked.shownFactor && hasSecondFactor(await readFactors(tx, checked.id))) throw new HearthError("SECOND_FACTOR_REQUIRED");
}
