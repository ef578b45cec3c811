import type { ChangePasswordInput } from "@hearth/domain/auth/inputs";
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
  const here = triesInSession(actor.sessionId);
  const wayOut = "sign out and sign in again, or choose a new one.";
  const tries = await countTry(deps, { near: here, all: here, wayOut });
  const hash = await findPasswordHash(deps.db, actor.userId);
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
  const { email, firstName, lastName } = await getAccount(deps.db, actor.userId);
  await requireUnknownPassword(deps, { password: input.newPassword, field: "newPassword", personalTexts: [email, firstName, lastName] });
  const passwordHash = await deps.passwords.hash(input.newPassword, { lane: "holders", origin: actor.userId });
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    if (!(await markPasswordChanged(tx, actor.userId, { checkedHash, passwordHash, now }))) throw new HearthError("CONFLICT");
    await markEmailChangeEnded(tx, actor.userId, now);
    await endSessions(tx, actor.userId, { except: actor.sessionId, now });
    await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "auth.passwordChanged" });
    const event = { kind: "passwordChanged", at: now.toISOString() } as const;
    await notify(tx, { userIds: [actor.userId], key: `password-changed:${now.toISOString()}`, event, now });
  });
  return { message: "Password changed successfully" };
}
