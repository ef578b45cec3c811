import type { Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import type { CallOrigin } from "../../../trpc/context.ts";
import { mailTokenContext, notify } from "../../notifications/notify.ts";
import { markEmailConfirmed, markEmailReplaced, markKeepTokensEnded } from "../rows/account-tokens.repo.ts";
import { createAccountToken } from "../sessions/account-tokens.ts";
import { lockAccountRow, updateAccount } from "../rows/accounts.repo.ts";
import { deletePasskeysSince } from "../rows/passkeys.repo.ts";
import { hasSecondFactor, readFactors } from "../factors/factors.ts";
import { deleteRecoveryCodes, deleteSecondFactorSince } from "../rows/second-factor.repo.ts";

/** The stored token of a link mailed to an account's old address. */
interface KeepToken {
  userId: string;
  email: string;
  createdAt: Date;
}

const dayMs = 86_400_000;

/** Creates the token for the notice to the old address, valid for seven days. Its reader can keep the account's email, or restore it. */
export async function createKeepEmailToken(
  { encryption }: Pick<Deps, "encryption">,
  tx: Transaction,
  holder: { userId: string; email: string },
  now: Date,
): Promise<{ encryptedToken: string | null; toAddress: string }> {
  const token = await createAccountToken(tx, holder, "keepEmail", now);
  return { encryptedToken: token && encryption.encrypt(token, mailTokenContext(holder.userId)), toAddress: holder.email };
}

/**
 * Returns the time since which added second factors are untrusted: a day before the email change, since an attacker may have added them.
 * Restoring the email neither asks for them nor keeps them.
 */
export function untrustedSince({ createdAt }: Pick<KeepToken, "createdAt">): Date {
  return new Date(createdAt.getTime() - dayMs);
}

/**
 * Restores an account's earlier email, even if a new one has replaced it, and removes second factors added since. The caller ends the
 * sessions and sets the password.
 */
export async function restoreEmail(tx: Transaction, origin: CallOrigin, keepToken: KeepToken, now: Date): Promise<void> {
  const { userId, email, createdAt } = keepToken;
  const before = await lockAccountRow(tx, userId);
  if (before === null) throw new HearthError("MAIL_LINK_INVALID");
  if (before.email !== email) {
    const at = now.toISOString();
    // Notify before the change, so that the notice reaches the address being removed. That notice carries no link to undo the change.
    await notify(tx, { userIds: [userId], key: `email-kept:${at}`, event: { kind: "emailChanged", newEmail: email, at }, now });
    await updateAccount(tx, userId, { email, updatedAt: now });
  }
  await markEmailReplaced(tx, userId, now);
  await markEmailConfirmed(tx, userId, email, now);
  await markKeepTokensEnded(tx, userId, { email, since: createdAt }, now);
  const since = untrustedSince(keepToken);
  await deletePasskeysSince(tx, userId, since);
  await deleteSecondFactorSince(tx, userId, since);
  if (!hasSecondFactor(await readFactors(tx, userId))) await deleteRecoveryCodes(tx, userId);
  const data = { email: { from: before.email, to: email } };
  await insertAuditEntry(tx, origin, { at: now, actorId: userId, action: "auth.emailKept", data });
}
