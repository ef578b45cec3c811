import type { Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import type { CallOrigin } from "../../../trpc/context.ts";
import { mailTokenContext, notify } from "../../notifications/notify.ts";
import { markEmailConfirmed, markEmailReplaced, markKeepTokensEnded } from "../rows/account-tokens.repo.ts";
import { createKeepToken } from "../sessions/account-tokens.ts";
import { lockAccountRow, updateAccount } from "../rows/accounts.repo.ts";
import { deletePasskeysSince } from "../rows/passkeys.repo.ts";
import { deleteDevicesSince } from "../rows/known-devices.repo.ts";
import { hasSecondFactor, readFactors } from "../factors/factors.ts";
import { deleteRecoveryCodes, deleteRecoveryCodesSince, deleteSecondFactorSince } from "../rows/second-factor.repo.ts";

/** The stored token of a mailed link that takes an account back. It was created at the event that the mail is about. */
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
): Promise<{ encryptedToken: string; toAddress: string }> {
  const token = await createKeepToken(tx, { ...holder, at: now }, now);
  return { encryptedToken: encryption.encrypt(token, mailTokenContext(holder.userId)), toAddress: holder.email };
}

/**
 * Returns the time since which what was done with the account is untrusted: a day before the event that the link's mail is about. Second
 * factors added since are neither asked for nor kept.
 */
export function untrustedSince({ createdAt }: Pick<KeepToken, "createdAt">): Date {
  return new Date(createdAt.getTime() - dayMs);
}

/**
 * Restores an account's earlier email, even if a new one has replaced it. The caller ends the sessions, sets the password and undoes what was
 * done since.
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
  const data = { email: { from: before.email, to: email } };
  await insertAuditEntry(tx, origin, { at: now, actorId: userId, action: "auth.emailKept", data });
}

/** Sentences for the owner of an account that was taken back. */
export interface Undone {
  undone: string[];
  /** Acts that cannot be undone, or only by the owner. */
  remaining: string[];
}

/** Removes the second factors and known devices that an account has had only since a time. */
export async function removeFactorsSince(tx: Transaction, userId: string, since: Date): Promise<Undone> {
  const names = await deletePasskeysSince(tx, userId, since);
  const hadApp = await deleteSecondFactorSince(tx, userId, since);
  const hadCodes = await deleteRecoveryCodesSince(tx, userId, since);
  const keepsFactor = hasSecondFactor(await readFactors(tx, userId));
  if (!keepsFactor) await deleteRecoveryCodes(tx, userId);
  await deleteDevicesSince(tx, userId, since);
  return {
    undone: [
      ...names.map((name) => `The passkey "${name}" is removed`),
      ...(hadApp ? ["The authenticator app that was set up is removed"] : []),
      ...(hadCodes ? ["The recovery codes that were made do not work any more"] : []),
    ],
    remaining: hadCodes && keepsFactor ? ["Your account has no recovery codes now. Make new ones in your settings."] : [],
  };
}
