import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import type { ResetPasswordInput } from "@hearth/domain/auth/inputs";
import { HearthError } from "@hearth/domain/errors";
import { publicId } from "@hearth/domain/ids";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import { networkOf } from "../../../network-of.ts";
import type { CallOrigin } from "../../../trpc/context.ts";
import type { MessageView } from "../../../trpc/wire.ts";
import { notify } from "../../notifications/notify.ts";
import {
  findActiveAccount,
  findLivingToken,
  markEmailChangeEnded,
  markEmailConfirmed,
  markTokenUsed,
  setPassword,
} from "../rows/account-tokens.repo.ts";
import { createAccountToken, mailAccountToken } from "../sessions/account-tokens.ts";
import { getAccount } from "../rows/auth.repo.ts";
import { untrustedSince, restoreEmail } from "./keep-email.ts";
import { forgetTries, triesByEmail } from "../passwords/count-try.ts";
import { requireUnknownPassword } from "../passwords/known-passwords.ts";
import { passSecondFactor } from "../factors/prove-second-factor.ts";
import { findKnownDevice } from "../sessions/known-devices.ts";
import { endSessions } from "../sessions/sessions.service.ts";
import { hashToken } from "../sessions/tokens.ts";

/** Minimum response time. Writing the mail takes a few milliseconds that an unknown email does not; this hides the difference. */
const answerAfterMs = 250;

/**
 * Mails a password reset link to the active account with this email, if there is one. Response, response time and limits are the same
 * without one. @throws HearthError RATE_LIMITED.
 */
export async function requestPasswordReset(deps: Deps, origin: CallOrigin, { email }: { email: string }): Promise<MessageView> {
  await deps.sharedLimits.take("mailLink", networkOf(origin.ip));
  await deps.sharedLimits.take("accountMail", email);
  await Promise.all([sendReset(deps, origin, email), sleep(answerAfterMs)]);
  return { message: "If there is an account with this email, we have sent a link to it" };
}

async function sendReset(deps: Deps, origin: CallOrigin, email: string): Promise<void> {
  const account = await findActiveAccount(deps.db, email);
  if (account === null) return;
  await deps.db.transaction(async (tx) => {
    await mailAccountToken(deps, tx, { userId: account.id, email }, "resetPassword");
    await insertAuditEntry(tx, origin, { at: deps.clock.now(), actorId: account.id, action: "auth.passwordResetAsked" });
  });
}

/**
 * Finds the account of a reset link. The link is either a requested reset, or part of a notice about an email change, which restores the
 * old email as well.
 */
async function findReset(db: DatabaseOrTransaction, token: string, now: Date) {
  const tokenHash = hashToken(token);
  const requested = await findLivingToken(db, { purpose: "resetPassword", tokenHash, now });
  if (requested !== null) return { ...requested, keepsEmail: false };
  const keepToken = await findLivingToken(db, { purpose: "keepEmail", tokenHash, now });
  if (keepToken !== null) return { ...keepToken, keepsEmail: true };
  throw new HearthError("MAIL_LINK_INVALID");
}

/**
 * Sets a new password by the token of a mailed link, plus a second factor where the account has one. Uses up the token, ends every session,
 * and lifts the locks from wrong passwords: strangers', and those of this device if the account knows it. A link from an email change notice also restores the old email and removes the second
 * factors added since.
 * @throws HearthError MAIL_LINK_INVALID, VALIDATION for a common password, SECOND_FACTOR_REQUIRED, PASSKEY_REQUIRED, SECOND_FACTOR_INVALID,
 * PASSKEY_INVALID, RATE_LIMITED, OVERLOADED.
 */
export async function resetPassword(
  deps: Deps,
  origin: CallOrigin,
  { token, newPassword, code, passkey }: ResetPasswordInput,
): Promise<MessageView> {
  await deps.sharedLimits.take("mailLink", networkOf(origin.ip));
  const known = await findReset(deps.db, token, deps.clock.now());
  const { firstName, lastName } = await getAccount(deps.db, known.userId);
  await requireUnknownPassword(deps, { password: newPassword, field: "newPassword", personalTexts: [known.email, firstName, lastName] });
  const passwordHash = await deps.passwords.hash(newPassword);
  const before = known.keepsEmail ? untrustedSince(known) : undefined;
  await passSecondFactor(deps, origin, { userId: known.userId, code, passkey, before });
  const device = await findKnownDevice(deps, origin, known.email);
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const resetToken = await findReset(tx, token, now);
    if (!(await markTokenUsed(tx, resetToken.id, now))) throw new HearthError("MAIL_LINK_INVALID");
    const { userId, email } = resetToken;
    if (resetToken.keepsEmail) await restoreEmail(tx, origin, resetToken, now);
    else await markEmailConfirmed(tx, userId, email, now);
    await setPassword(tx, userId, passwordHash, now);
    await markEmailChangeEnded(tx, userId, now);
    await endSessions(tx, userId, { now });
    await deps.sharedLimits.reset("wrongPasswords", triesByEmail(email), tx);
    if (device !== null) await forgetTries(deps, { near: device, all: device }, tx);
    await insertAuditEntry(tx, origin, { at: now, actorId: userId, action: "auth.passwordReset" });
    const event = { kind: "passwordChanged", at: now.toISOString() } as const;
    await notify(tx, { userIds: [userId], key: `password-reset:${resetToken.id}`, event, now });
  });
  return { message: "Your password is changed. Please sign in with it." };
}

/**
 * Creates a password reset link that an operator hands over in person, for when mail does not arrive.
 * @throws HearthError NOT_FOUND for no active account.
 */
export async function createResetLink({ db, clock }: Pick<Deps, "db" | "clock">, publicOrigin: string, email: string): Promise<string> {
  const account = await findActiveAccount(db, email.toLowerCase());
  if (account === null) throw new HearthError("NOT_FOUND", { message: "There is no active account with this email" });
  const now = clock.now();
  const token = await db.transaction(async (tx) => {
    const made = await createAccountToken(tx, { userId: account.id, email: email.toLowerCase() }, "resetPassword", now);
    if (made === null) throw new HearthError("CONFLICT");
    const subject = publicId("user", account.id);
    await insertAuditEntry(tx, null, { at: now, actorId: null, action: "auth.passwordResetAsked", subject, data: { by: "operator" } });
    return made;
  });
  return `${publicOrigin}/reset-password#${token}`;
}
