import type { Transaction } from "@hearth/db/client";
import type { RegisterInput } from "@hearth/domain/auth/inputs";
import type { SignInInput } from "@hearth/domain/auth/second-factor";
import { HearthError } from "@hearth/domain/errors";
import { publicId } from "@hearth/domain/ids";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import { networkOf } from "../../../network-of.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import type { MessageView } from "../../../trpc/wire.ts";
import { isEmailReserved } from "../rows/account-tokens.repo.ts";
import { findCredentials, getAccount, insertUser } from "../rows/auth.repo.ts";
import { type LoginView, type RegistrationView, type UserView, viewLogin, viewUser } from "../rows/auth.view.ts";
import { mailAccountToken } from "../sessions/account-tokens.ts";
import { checkCredentials } from "../passwords/check-credentials.ts";
import { requireUnknownPassword } from "../passwords/known-passwords.ts";
import { passSecondFactor } from "../factors/prove-second-factor.ts";
import { markSessionRevoked } from "../rows/sessions.repo.ts";
import { openSession } from "../sessions/sessions.service.ts";
import { countSignUp } from "./count-sign-up.ts";
import { revalidateCredentials } from "./revalidate-credentials.ts";

/**
 * Creates an account and signs it in. Hashes the password before looking up the email, so that a taken email takes as long as a free one.
 * @throws HearthError EMAIL_ALREADY_USED, VALIDATION for a common password, RATE_LIMITED, OVERLOADED.
 */
export async function register(deps: Deps, origin: CallOrigin, input: RegisterInput): Promise<RegistrationView> {
  const { password, invitation, work, ...person } = input;
  await countSignUp(deps, origin, { invitation, work });
  await requireUnknownPassword(deps, { password, field: "password", personalTexts: [person.email, person.firstName, person.lastName] });
  await deps.sharedLimits.take("registerEmail", input.email);
  const passwordHash = await deps.passwords.hash(password, { origin: networkOf(origin.ip) });
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const userId = await insertOwnAccount(deps, tx, origin, { ...person, passwordHash, createdAt: now, updatedAt: now });
    return openFirstSession(tx, origin, userId, now);
  });
}

/** Stores an account that its holder asks for, and mails the link that confirms its email. Returns its id. @throws HearthError EMAIL_ALREADY_USED. */
export async function insertOwnAccount(
  deps: Deps,
  tx: Transaction,
  origin: CallOrigin,
  person: Parameters<typeof insertUser>[1],
): Promise<string> {
  const { email, role = "user", createdAt: at } = person;
  const userId = await insertUser(tx, person);
  if (userId === null) throw emailTaken();
  const subject = publicId("user", userId);
  const by = person.passwordHash == null ? { by: "passkey" } : {};
  await insertAuditEntry(tx, origin, { at, actorId: userId, action: "auth.registered", subject, data: { role, ...by } });
  await mailAccountToken(deps, tx, { userId, email }, "confirmEmail");
  return userId;
}

/** Requires an email that no account has, and that none may restore. @throws HearthError EMAIL_ALREADY_USED. */
export async function requireFreeEmail({ db, clock }: Pick<Deps, "db" | "clock">, email: string): Promise<void> {
  const isTaken = (await findCredentials(db, email)) !== null || (await isEmailReserved(db, email, { now: clock.now() }));
  if (isTaken) throw emailTaken();
}

function emailTaken(): HearthError {
  const message = "An account with this email already exists";
  return new HearthError("EMAIL_ALREADY_USED", { fields: { email: message } });
}

/** Opens the first session of a new account. */
export async function openFirstSession(tx: Transaction, origin: CallOrigin, userId: string, now: Date): Promise<RegistrationView> {
  const token = await openSession(tx, { userId, kind: "auth", now, origin });
  return { token, user: viewUser(await getAccount(tx, userId)) };
}

/** Signs an account in to the product. @throws HearthError as `checkCredentials` and `passSecondFactor` do. */
export async function login(deps: Deps, origin: CallOrigin, input: SignInInput): Promise<LoginView> {
  const { code, ...credentials } = input;
  const checked = await checkCredentials(deps, origin, credentials);
  const userId = checked.id;
  const shownFactor = await passSecondFactor(deps, origin, { userId, code, shownBefore: "password" });
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    await revalidateCredentials(tx, { ...checked, shownFactor });
    const token = await openSession(tx, { userId, kind: "auth", now, origin });
    await insertAuditEntry(tx, origin, { at: now, actorId: userId, action: "auth.signedIn" });
    return viewLogin(await getAccount(tx, userId), token);
  });
}

/** Reads the signed-in account, unless the session's statement has read it for this call. */
export async function readAccount(deps: Deps, actor: Actor): Promise<UserView> {
  return actor.account ?? viewUser(await getAccount(deps.db, actor.userId));
}

/** Ends the current session. Its token stops working. */
export async function logout(deps: Deps, origin: CallOrigin, actor: Actor): Promise<MessageView> {
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    if (await markSessionRevoked(tx, actor.sessionId, now)) {
      await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "auth.signedOut" });
    }
  });
  return { message: "You are signed out" };
}
