import type { DatabaseOrTransaction } from "@hearth/db/client";
import type { ChangePasswordInput, SetPasswordInput } from "@hearth/domain/auth/inputs";
import type { OwnerConfirmation } from "@hearth/domain/auth/second-factor";
import { isFresh } from "@hearth/domain/auth/step-up";
import { HearthError } from "@hearth/domain/errors";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import type { MessageView } from "../../../trpc/wire.ts";
import { requireUnknownPassword } from "./known-passwords.ts";
import { countTry, triesInSession } from "./count-try.ts";
import { markEmailChangeEnded } from "../rows/account-tokens.repo.ts";
import { findPasswordHash, getAccount, markPasswordChanged } from "../rows/auth.repo.ts";
import { notify } from "../../notifications/notify.ts";
import { endSessions } from "../sessions/sessions.service.ts";

/**
 * Verifies a signed-in user's password and returns the hash it matched. Tries count against the session, so that a stolen token cannot be
 * used to guess, nor to lock out the owner's other sessions. @throws HearthError WRONG_PASSWORD on the given field, RATE_LIMITED, OVERLOADED.
 */
export async function confirmPassword(
  deps: Deps,
  origin: CallOrigin,
  actor: Actor,
  password: string,
  answer = { field: "currentPassword", message: "Current password is incorrect" },
): Promise<string> {
  return verifyPassword(deps, origin, actor, { hash: await findPasswordHash(deps.db, actor.userId), password, answer });
}

/** True for an account whose holder has a password. */
export async function hasPassword(db: DatabaseOrTransaction, userId: string): Promise<boolean> {
  return (await findPasswordHash(db, userId)) !== null;
}

/** The answers to a wrong and to a missing password, on the field that asks for it. */
interface PasswordAnswers {
  field: string;
  message: string;
  missing: string;
}

const ownPassword: PasswordAnswers = { field: "password", message: "This is not your password", missing: "Please enter your password" };

/**
 * Confirms that a signed-in user holds the account: by its password, or by a recent step-up where it has no password.
 * Returns the proof: a step-up shows a passkey, which counts as both factors. @throws HearthError WRONG_PASSWORD on the given field, STEP_UP_REQUIRED, RATE_LIMITED, OVERLOADED.
 */
export async function confirmHolder(
  deps: Deps,
  origin: CallOrigin,
  actor: Actor,
  password: string | undefined,
  answer: PasswordAnswers = ownPassword,
): Promise<OwnerConfirmation> {
  const hash = await findPasswordHash(deps.db, actor.userId);
  if (hash === null) {
    if (!isFresh(actor.authenticatedAt, deps.clock.now())) throw new HearthError("STEP_UP_REQUIRED");
    return "secondFactor";
  }
  if (!password) throw new HearthError("WRONG_PASSWORD", { message: answer.missing, fields: { [answer.field]: answer.missing } });
  await verifyPassword(deps, origin, actor, { hash, password, answer });
  return "password";
}

interface Verification {
  hash: string | null;
  password: string;
  answer: Pick<PasswordAnswers, "field" | "message">;
}

async function verifyPassword(deps: Deps, origin: CallOrigin, actor: Actor, { hash, password, answer }: Verification): Promise<string> {
  const here = triesInSession(actor.sessionId);
  const wayOut = "sign out and sign in again, or choose a new one.";
  const tries = await countTry(deps, { near: here, all: here, wayOut });
  if (!(await deps.passwords.verify(hash, password, { lane: "holders", origin: actor.userId })) || hash === null) {
    await insertAuditEntry(deps.db, origin, { at: deps.clock.now(), actorId: actor.userId, action: "auth.passwordRefused" });
    throw new HearthError("WRONG_PASSWORD", { message: answer.message, fields: { [answer.field]: answer.message } });
  }
  await tries.forget();
  return hash;
}

/**
 * Changes the user's password and ends every other session of the account, of either kind.
 * @throws HearthError WRONG_PASSWORD, VALIDATION for a common password, CONFLICT when it was changed concurrently.
 */
export async function changePassword(deps: Deps, origin: CallOrigin, actor: Actor, input: ChangePasswordInput): Promise<MessageView> {
  const checkedHash = await confirmPassword(deps, origin, actor, input.currentPassword);
  await storePassword(deps, origin, actor, { checkedHash, newPassword: input.newPassword });
  return { message: "Password changed successfully" };
}

/**
 * Sets the first password of an account that was made with a passkey, and ends every other session of the account.
 * @throws HearthError CONFLICT where it has a password, VALIDATION for a common password.
 */
export async function setPassword(deps: Deps, origin: CallOrigin, actor: Actor, { newPassword }: SetPasswordInput): Promise<MessageView> {
  await storePassword(deps, origin, actor, { checkedHash: null, newPassword });
  return { message: "Your password is set" };
}

const alreadySet = () => new HearthError("CONFLICT", { message: "Your account has a password. Reload the page to change it." });

/** Replaces the password that was checked, null for none, within a transaction that ends the other sessions and notifies the owner. */
async function storePassword(
  deps: Deps,
  origin: CallOrigin,
  actor: Actor,
  { checkedHash, newPassword }: { checkedHash: string | null; newPassword: string },
): Promise<void> {
  const isFirst = checkedHash === null;
  const { email, firstName, lastName } = await getAccount(deps.db, actor.userId);
  await requireUnknownPassword(deps, { password: newPassword, field: "newPassword", personalTexts: [email, firstName, lastName] });
  const passwordHash = await deps.passwords.hash(newPassword, { lane: "holders", origin: actor.userId });
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    if (!(await markPasswordChanged(tx, actor.userId, { checkedHash, passwordHash, now })))
      throw isFirst ? alreadySet() : new HearthError("CONFLICT");
    await markEmailChangeEnded(tx, actor.userId, now);
    await endSessions(tx, actor.userId, { except: actor.sessionId, now });
    await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: isFirst ? "auth.passwordSet" : "auth.passwordChanged" });
    const event = { kind: "passwordChanged", ...(isFirst && { isFirst }), at: now.toISOString() } as const;
    await notify(tx, { userIds: [actor.userId], key: `password-changed:${now.toISOString()}`, event, now });
  });
}
