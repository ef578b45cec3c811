import { HearthError } from "@hearth/domain/errors";
import { z } from "zod";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import { networkOf } from "../../../network-of.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { isoTime, type MessageView } from "../../../trpc/wire.ts";
import { findEmail, findLivingToken, markEmailConfirmed, markTokenUsed } from "../rows/account-tokens.repo.ts";
import { replaceEmail } from "./change-email.service.ts";
import { mailAccountToken } from "../sessions/account-tokens.ts";
import { hashToken } from "../sessions/tokens.ts";

export const emailStandingView = z.strictObject({
  email: z.string(),
  confirmed: z.boolean(),
  /** The email that replaces `email` once it is confirmed; null where no change is pending. */
  newEmail: z.string().nullable(),
  /** The newest mail to it that did not arrive, of the last 14 days and since it was confirmed; null for none. */
  returned: z.strictObject({ at: isoTime, reason: z.string() }).nullable(),
});

/** Reads the account's email, whether it is confirmed, and any pending new one. */
export async function readEmailStanding(deps: Deps, { userId }: Actor): Promise<z.infer<typeof emailStandingView>> {
  const account = await findEmail(deps.db, userId, deps.clock.now());
  if (account === null) throw new HearthError("NOT_FOUND");
  const { email, emailConfirmedAt, newEmail, returned } = account;
  return {
    email,
    confirmed: emailConfirmedAt !== null,
    newEmail,
    returned: returned && { at: new Date(returned.at).toISOString(), reason: returned.reason },
  };
}

/**
 * Sends the confirmation link again and invalidates the earlier one. Does nothing for a confirmed email. @throws HearthError RATE_LIMITED.
 */
export async function resendEmailConfirmation(deps: Deps, { userId }: Actor): Promise<MessageView> {
  const account = await findEmail(deps.db, userId, deps.clock.now());
  if (account === null) throw new HearthError("NOT_FOUND");
  if (account.emailConfirmedAt !== null) return { message: "Your email is already confirmed" };
  await deps.sharedLimits.take("accountMail", userId);
  await deps.db.transaction((tx) => mailAccountToken(deps, tx, { userId, email: account.email }, "confirmEmail"));
  return { message: `We have sent a link to ${account.email}` };
}

/**
 * Confirms an email by the token of a mailed link; the caller need not be signed in. Confirms the account's own email, or a pending new
 * one, which then replaces it.
 * @throws HearthError MAIL_LINK_INVALID, EMAIL_ALREADY_USED, RATE_LIMITED.
 */
export async function confirmEmail(deps: Deps, origin: CallOrigin, { token }: { token: string }): Promise<MessageView> {
  await deps.sharedLimits.take("mailLink", networkOf(origin.ip));
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const tokenHash = hashToken(token);
    const change = await findLivingToken(tx, { purpose: "changeEmail", tokenHash, now });
    if (change !== null && (await markTokenUsed(tx, change.id, now))) return replaceEmail(deps, tx, origin, change, now);
    const unusedToken = await findLivingToken(tx, { purpose: "confirmEmail", tokenHash, now });
    if (unusedToken === null || !(await markTokenUsed(tx, unusedToken.id, now))) throw new HearthError("MAIL_LINK_INVALID");
    if (!(await markEmailConfirmed(tx, unusedToken.userId, unusedToken.email, now))) return;
    await insertAuditEntry(tx, origin, { at: now, actorId: unusedToken.userId, action: "auth.emailConfirmed" });
  });
  return { message: "Your email is confirmed" };
}
