import type { Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import type { MessageView } from "../../../trpc/wire.ts";
import { notify } from "../../notifications/notify.ts";
import { isEmailReserved, markEmailChangeEnded, markEmailConfirmed, markEmailReplaced } from "../rows/account-tokens.repo.ts";
import { createAccountToken, mailAccountToken } from "../sessions/account-tokens.ts";
import { createKeepEmailToken } from "./keep-email.ts";
import { lockAccountRow, updateAccount } from "../rows/accounts.repo.ts";
import { findCredentials } from "../rows/auth.repo.ts";
import { endSessions } from "../sessions/sessions.service.ts";

/**
 * Sends a confirmation link to the new email and notifies the old one. An address of another account gets no link, and the caller cannot
 * tell. @throws HearthError RATE_LIMITED.
 */
export async function askForEmail(
  deps: Deps,
  tx: Transaction,
  origin: CallOrigin,
  { userId, sessionId }: Actor,
  newEmail: string,
): Promise<void> {
  await deps.sharedLimits.take("accountMail", userId);
  const now = deps.clock.now();
  const at = now.toISOString();
  const before = await lockAccountRow(tx, userId);
  if (before === null) throw new HearthError("NOT_FOUND");
  const isTaken = (await findCredentials(tx, newEmail)) !== null || (await isEmailReserved(tx, newEmail, { but: userId, now }));
  const holder = { userId, email: newEmail, sessionId };
  if (isTaken) await createAccountToken(tx, holder, "changeEmail", now);
  else await mailAccountToken(deps, tx, holder, "changeEmail");
  const event = { kind: "emailChangeAsked", newEmail, canUndo: true, at } as const;
  const notice = { userIds: [userId], key: `email-change-asked:${at}`, event, now };
  await notify(tx, notice, await createKeepEmailToken(deps, tx, { userId, email: before.email }, now));
  await insertAuditEntry(tx, origin, { at: now, actorId: userId, action: "auth.emailChangeAsked", data: { newEmail } });
}

/** Cancels a pending email change. @throws HearthError CONFLICT where none is pending. */
export async function cancelEmailChange(deps: Deps, origin: CallOrigin, { userId }: Actor): Promise<MessageView> {
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    if (!(await markEmailChangeEnded(tx, userId, now))) throw new HearthError("CONFLICT", { message: "No other email waits" });
    await insertAuditEntry(tx, origin, { at: now, actorId: userId, action: "auth.emailChangeCancelled" });
  });
  return { message: "Your email stays as it is" };
}

/** A new email whose owner has confirmed it. */
interface Confirmed {
  userId: string;
  email: string;
  /** The session that asked for the change. It is not ended. */
  sessionId: string | null;
}

/**
 * Replaces an account's email with the confirmed one. An email is a way to sign in, so this ends every other session and notifies the old
 * address.
 * @throws HearthError EMAIL_ALREADY_USED where another account has taken the email meanwhile.
 */
export async function replaceEmail(
  deps: Pick<Deps, "encryption">,
  tx: Transaction,
  origin: CallOrigin,
  { userId, email, sessionId }: Confirmed,
  now: Date,
): Promise<void> {
  const before = await lockAccountRow(tx, userId);
  if (before === null) throw new HearthError("MAIL_LINK_INVALID");
  const at = now.toISOString();
  const event = { kind: "emailChanged", newEmail: email, canUndo: true, at } as const;
  const proof = await createKeepEmailToken(deps, tx, { userId, email: before.email }, now);
  await notify(tx, { userIds: [userId], key: `email-changed:${at}`, event, now }, proof);
  await updateAccount(tx, userId, { email, updatedAt: now });
  await markEmailReplaced(tx, userId, now);
  await markEmailConfirmed(tx, userId, email, now);
  await endSessions(tx, userId, { except: sessionId, now });
  const data = { email: { from: before.email, to: email } };
  await insertAuditEntry(tx, origin, { at: now, actorId: userId, action: "auth.emailChanged", data });
}
