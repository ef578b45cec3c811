import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import type { ResetPasswordInput } from "@hearth/domain/auth/inputs";
import { HearthError } from "@hearth/domain/errors";
import { publicId } from "@hearth/domain/ids";
import { limits } from "@hearth/domain/limits";
import { waitingTime } from "@hearth/domain/retry-words";
import { z } from "zod";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import { networkOf } from "../../../network-of.ts";
import type { CallOrigin } from "../../../trpc/context.ts";
import { type MessageView, messageView } from "../../../trpc/wire.ts";
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
import { removeFactorsSince, restoreEmail, type Undone, untrustedSince } from "./keep-email.ts";
import { forgetTries, triesByEmail } from "../passwords/count-try.ts";
import { requireUnknownPassword } from "../passwords/known-passwords.ts";
import { passSecondFactor } from "../factors/prove-second-factor.ts";
import { findKnownDevice, rememberDevice } from "../sessions/known-devices.ts";
import { endSessions } from "../sessions/sessions.service.ts";
import { hashToken } from "../sessions/tokens.ts";

/** Minimum response time. Writing the mail takes a few milliseconds that an unknown email does not; this hides the difference. */
const answerAfterMs = 250;

/**
 * Mails a password reset link to the active account with this email, if there is one. Response, response time and limits are the same
 * without one. @throws HearthError RATE_LIMITED.
 */
export async function requestPasswordReset(deps: Deps, origin: CallOrigin, { email }: { email: string }): Promise<MessageView> {
  return sendLink(deps, origin, email, "resetPassword");
}

/**
 * Mails a link that makes a device known to the active account with this email, if there is one. Response, response time and limits are the
 * same without one. @throws HearthError RATE_LIMITED.
 */
export async function requestDeviceLink(deps: Deps, origin: CallOrigin, { email }: { email: string }): Promise<MessageView> {
  return sendLink(deps, origin, email, "knowDevice");
}

const askedActions = { resetPassword: "auth.passwordResetAsked", knowDevice: "auth.deviceLinkAsked" } as const;

async function sendLink(deps: Deps, origin: CallOrigin, email: string, purpose: keyof typeof askedActions): Promise<MessageView> {
  await deps.sharedLimits.take("mailLink", networkOf(origin.ip));
  await countLink(deps, origin, { email, purpose });
  const send = async () => {
    const account = await findActiveAccount(deps.db, email);
    if (account === null) return;
    await deps.db.transaction(async (tx) => {
      await mailAccountToken(deps, tx, { userId: account.id, email }, purpose);
      await insertAuditEntry(tx, origin, { at: deps.clock.now(), actorId: account.id, action: askedActions[purpose] });
    });
  };
  await Promise.all([send(), sleep(answerAfterMs)]);
  return { message: "If there is an account with this email, we have sent a link to it" };
}

/**
 * Counts a requested link. A device that the account knows has a count of its own, which strangers cannot use up. Each network of unknown
 * devices has a part of theirs. @throws HearthError RATE_LIMITED, with the way out: the newest link, which outlives the window.
 */
async function countLink(deps: Deps, origin: CallOrigin, { email, purpose }: { email: string; purpose: string }): Promise<void> {
  const device = await findKnownDevice(deps, origin, { email });
  if (device !== null) return deps.sharedLimits.take("accountMail", `${purpose} ${device.key}`);
  try {
    await deps.sharedLimits.take("linkMailNetwork", `${purpose} ${email} ${networkOf(origin.ip)}`);
    await deps.sharedLimits.take("linkMail", `${purpose} ${email}`);
  } catch (error) {
    if (!(error instanceof HearthError) || error.code !== "RATE_LIMITED") throw error;
    const { retryAfterSeconds = 0 } = error;
    const message = `Links for this email were asked for too often. Please use the one in the newest email, or try again in ${waitingTime(retryAfterSeconds)}.`;
    throw new HearthError("RATE_LIMITED", { message, retryAfterSeconds });
  }
}

/**
 * Makes the requesting device known to the account of a mailed link, which is used up. Gives no access: strangers' wrong passwords no longer
 * keep the owner out on this device.
 * @throws HearthError MAIL_LINK_INVALID, RATE_LIMITED.
 */
export async function useDeviceLink(deps: Deps, origin: CallOrigin, { token }: { token: string }): Promise<MessageView> {
  await deps.sharedLimits.take("mailLink", networkOf(origin.ip));
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const link = await findLivingToken(tx, { purpose: "knowDevice", tokenHash: hashToken(token), now });
    if (link === null || !(await markTokenUsed(tx, link.id, now))) throw new HearthError("MAIL_LINK_INVALID");
    await rememberDevice(tx, origin, link.userId, now, { hasSignedIn: false });
    await insertAuditEntry(tx, origin, { at: now, actorId: link.userId, action: "auth.deviceConfirmed" });
  });
  return { message: "You can sign in on this device now" };
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

export const resetView = messageView.extend({
  /** Sentences that say what was undone. Empty where nothing was done, or nothing was to be undone. */
  undone: z.string().array(),
  /** Sentences that say what could not be undone, and what its owner can do. */
  remaining: z.string().array(),
});
export type ResetView = z.infer<typeof resetView>;

/** An account that its owner takes back, and the time since which its acts are untrusted. */
export interface Takeover {
  userId: string;
  since: Date;
  now: Date;
}

/** Undoes what an account did beyond its own sign-in. `afterwards` runs once the transaction is committed. */
export type UndoActs = (
  deps: Deps,
  tx: Transaction,
  origin: CallOrigin,
  takeover: Takeover,
) => Promise<Undone & { afterwards(): Promise<void> }>;

const dayMs = 86_400_000;

/**
 * Sets a new password by the token of a mailed link, plus a second factor where the account has one. Uses up the token, ends every session,
 * and lifts the locks from wrong passwords: strangers', and those of this device if the account knows it. A link from a notice to the owner
 * also restores the email, and undoes what was done since the day before the notice. A requested link does so with `undo`, for a week.
 * @throws HearthError MAIL_LINK_INVALID, VALIDATION for a common password, SECOND_FACTOR_REQUIRED, PASSKEY_REQUIRED, SECOND_FACTOR_INVALID,
 * PASSKEY_INVALID, RATE_LIMITED, OVERLOADED.
 */
export async function resetPassword(
  deps: Deps,
  origin: CallOrigin,
  { token, newPassword, code, passkey, undo = false }: ResetPasswordInput,
  undoActs: UndoActs,
): Promise<ResetView> {
  await deps.sharedLimits.take("mailLink", networkOf(origin.ip));
  const known = await findReset(deps.db, token, deps.clock.now());
  const { firstName, lastName } = await getAccount(deps.db, known.userId);
  await requireUnknownPassword(deps, { password: newPassword, field: "newPassword", personalTexts: [known.email, firstName, lastName] });
  const passwordHash = await deps.passwords.hash(newPassword, { origin: networkOf(origin.ip) });
  const before = known.keepsEmail ? untrustedSince(known) : undefined;
  await passSecondFactor(deps, origin, { userId: known.userId, code, passkey, before, shownBefore: "mailLink" });
  const device = await findKnownDevice(deps, origin, { userId: known.userId });
  const now = deps.clock.now();
  const { undone, remaining, afterwards } = await deps.db.transaction(async (tx) => {
    const resetToken = await findReset(tx, token, now);
    if (!(await markTokenUsed(tx, resetToken.id, now))) throw new HearthError("MAIL_LINK_INVALID");
    const { userId, email } = resetToken;
    if (resetToken.keepsEmail) await restoreEmail(tx, origin, resetToken, now);
    else await markEmailConfirmed(tx, userId, email, now);
    await setPassword(tx, userId, passwordHash, now);
    await markEmailChangeEnded(tx, userId, now);
    // Sessions end before their acts are read, so that no act is missed that was under way.
    await endSessions(tx, userId, { now });
    const weekAgo = undo ? new Date(now.getTime() - limits.undoDays * dayMs) : null;
    const since = resetToken.keepsEmail ? untrustedSince(resetToken) : weekAgo;
    const result = since === null ? nothingUndone : await undoAll(deps, tx, origin, { userId, since, now }, undoActs);
    await deps.sharedLimits.reset("wrongPasswords", triesByEmail(email), tx);
    if (device !== null) await forgetTries(deps, { near: device.key, all: device.key }, tx);
    await insertAuditEntry(tx, origin, { at: now, actorId: userId, action: "auth.passwordReset" });
    const event = { kind: "passwordChanged", byMail: true, at: now.toISOString() } as const;
    await notify(tx, { userIds: [userId], key: `password-reset:${resetToken.id}`, event, now });
    return result;
  });
  await afterwards();
  return { message: "Your password is changed. Please sign in with it.", undone, remaining };
}

const nothingUndone = { undone: [], remaining: [], afterwards: async () => {} };

async function undoAll(deps: Deps, tx: Transaction, origin: CallOrigin, takeover: Takeover, undoActs: UndoActs) {
  const { userId, since, now } = takeover;
  const factors = await removeFactorsSince(tx, userId, since);
  const acts = await undoActs(deps, tx, origin, takeover);
  const undone = [...factors.undone, ...acts.undone];
  const remaining = [...factors.remaining, ...acts.remaining];
  const data = { since: since.toISOString(), undone: undone.length, remaining: remaining.length };
  await insertAuditEntry(tx, origin, { at: now, actorId: userId, action: "auth.takenBack", data });
  return { undone, remaining, afterwards: acts.afterwards };
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
