import type { Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { holdCredentials } from "../rows/auth.repo.ts";
import type { Checked } from "../passwords/check-credentials.ts";
import { hasSecondFactor, readFactors } from "../factors/factors.ts";

/**
 * Checks again that the account still matches the credentials shown, and locks it until the session is stored. A change of password, email,
 * status or second factor ends existing sessions, but cannot see one that is being opened.
 * @throws HearthError INVALID_CREDENTIALS, SECOND_FACTOR_REQUIRED.
 */
export async function revalidateCredentials(tx: Transaction, checked: Checked & { shownFactor: boolean }): Promise<void> {
  const account = await holdCredentials(tx, checked.email);
  const isSame = account?.id === checked.id && account.passwordHash === checked.passwordHash && account.status === "active";
  if (!isSame) throw new HearthError("INVALID_CREDENTIALS");
  if (!checked.shownFactor && hasSecondFactor(await readFactors(tx, checked.id))) throw new HearthError("SECOND_FACTOR_REQUIRED");
}
