import type { ReplaceFirstPasswordInput } from "@hearth/domain/auth/inputs";
import { HearthError } from "@hearth/domain/errors";
import { limits } from "@hearth/domain/limits";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import { networkOf } from "../../../network-of.ts";
import type { CallOrigin } from "../../../trpc/context.ts";
import type { MessageView } from "../../../trpc/wire.ts";
import { getAccount, markPasswordChanged } from "../rows/auth.repo.ts";
import { checkPassword } from "../passwords/check-credentials.ts";
import { requireUnknownPassword } from "../passwords/known-passwords.ts";
import { endSessions } from "../sessions/sessions.service.ts";

/** Returns the expiry of a first password that is handed over now. */
export function firstPasswordEnd(now: Date): Date {
  return new Date(now.getTime() + limits.firstPasswordDays * 86_400_000);
}

/**
 * Replaces a password that somebody else handed over by one of the user's choice. Opens no session: the user signs in with the new
 * password.
 * @throws HearthError as `checkPassword` does, CONFLICT where the password is the user's own or has expired, VALIDATION.
 */
export async function replaceFirstPassword(deps: Deps, origin: CallOrigin, input: ReplaceFirstPasswordInput): Promise<MessageView> {
  const { newPassword, ...credentials } = input;
  const { id: userId, email, passwordHash: checkedHash, firstPasswordUntil } = await checkPassword(deps, origin, credentials);
  if (firstPasswordUntil === null)
    throw new HearthError("CONFLICT", { message: "This password is your own already. Please sign in with it." });
  if (deps.clock.now() >= firstPasswordUntil) {
    const message = `This password was good for ${limits.firstPasswordDays} days. Ask the person who gave it to you for a link to choose a new one.`;
    throw new HearthError("CONFLICT", { message });
  }
  if (newPassword === credentials.password) {
    const message = "Please choose another password than the one that was given to you";
    throw new HearthError("VALIDATION", { message, fields: { newPassword: message } });
  }
  const { firstName, lastName } = await getAccount(deps.db, userId);
  await requireUnknownPassword(deps, { password: newPassword, field: "newPassword", personalTexts: [email, firstName, lastName] });
  const passwordHash = await deps.passwords.hash(newPassword, { origin: networkOf(origin.ip) });
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    if (!(await markPasswordChanged(tx, userId, { checkedHash, passwordHash, now }))) throw new HearthError("CONFLICT");
    await endSessions(tx, userId, { now });
    await insertAuditEntry(tx, origin, { at: now, actorId: userId, action: "auth.passwordChanged" });
  });
  return { message: "Your password is changed. Please sign in with it." };
}
