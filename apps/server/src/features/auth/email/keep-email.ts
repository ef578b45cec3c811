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

/** A link of the mail to an old address, as it was stored. */
interface KeepToken {
  userId: string;
  email: string;
  createdAt: Date;
}

const dayMs = 86_400_000;

/** What the mail to the address before proves, for seven days: with it, whoever reads that mail keeps the account, or takes it back. */
export async function proveOldAddress(
  { encryption }: Pick<Deps, "encryption">,
  tx: Transaction,
  holder: { userId: string; email: string },
  now: Date,
): Promise<{ encryptedToken: string | null; toAddress: string }> {
  const token = await createAccountToken(tx, holder, "keepEmail", now);
  return { encryptedToken: token && encryption.encrypt(token, mailTokenContext(holder.userId)), toAddress: holder.email };
}

/** What was added to the account from this moment on is not asked for when its email is kept: whoever wanted the other one may have added it. */
export function suspectSince({ createdAt }: Pick<KeepToken, "createdAt">): Date {
  return new Date(createdAt.getTime() - dayMs);
}

/**
 * Gives an account the email back that it had, whether or not another one took its place, and takes away what was added to sign in with since. Its
 * sessions and its password are the caller's.
 */
export async function takeEmailBack(tx: Transaction, origin: CallOrigin, kept: KeepToken, now: Date): Promise<void> {
  const { userId, email, createdAt } = kept;
  const before = await lockAccountRow(tx, userId);
  if (before === null) throw new HearthError("MAIL_LINK_INVALID");
  if (before.email !== email) {
    const at = now.toISOString();
    // Before it is changed, so that the address which goes is told; nobody there can take it back.
    await notify(tx, { userIds: [userId], key: `email-kept:${at}`, event: { kind: "emailChanged", newEmail: email, at }, now });
    await updateAccount(tx, userId, { email, updatedAt: now });
  }
  await markEmailReplaced(tx, userId, now);
  await markEmailConfirmed(tx, userId, email, now);
  await markKeepTokensEnded(tx, userId, { email, since: createdAt }, now);
  const since = suspectSince(kept);
  await deletePasskeysSince(tx, userId, since);
  await deleteSecondFactorSince(tx, userId, since);
  if (!hasSecondFactor(await readFactors(tx, userId))) await deleteRecoveryCodes(tx, userId);
  const data = { email: { from: before.email, to: email } };
  await insertAuditEntry(tx, origin, { at: now, actorId: userId, action: "auth.emailKept", data });
}
