import type { LoginInput } from "@hearth/domain/auth/inputs";
import { adminHomePath } from "@hearth/domain/auth/roles";
import type { SignInInput } from "@hearth/domain/auth/second-factor";
import type { Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import type { CallOrigin } from "../../../trpc/context.ts";
import { getAccount } from "../rows/auth.repo.ts";
import { type LoginView, viewLogin } from "../rows/auth.view.ts";
import { type Checked, checkCredentials } from "../passwords/check-credentials.ts";
import { hasSecondFactor, readFactors } from "../factors/factors.ts";
import { passSecondFactor } from "../factors/prove-second-factor.ts";
import { revalidateCredentials } from "./revalidate-credentials.ts";
import { isSecondFactorRequired } from "../factors/second-factor.service.ts";
import { openSession } from "../sessions/sessions.service.ts";

/**
 * Signs an admin in, with a token for the admin area only. Only a correct password reveals that an account is not an admin's.
 * @throws HearthError as `checkCredentials` and `passSecondFactor` do, FORBIDDEN, and SECOND_FACTOR_SETUP_NEEDED where admins must have a
 * second factor and this one has none.
 */
export async function signInAdmin(deps: Deps, origin: CallOrigin, input: SignInInput): Promise<LoginView> {
  const { code, ...credentials } = input;
  const checked = await checkAdmin(deps, origin, credentials);
  const userId = checked.id;
  if (await lacksSecondFactor(deps, userId)) throw new HearthError("SECOND_FACTOR_SETUP_NEEDED");
  const shownFactor = await passSecondFactor(deps, origin, { userId, code, shownBefore: "password" });
  return deps.db.transaction(async (tx) => {
    await revalidateCredentials(tx, { ...checked, shownFactor });
    return openAdminSession(deps, tx, origin, userId);
  });
}

/**
 * Verifies an admin's email and password. @throws HearthError as `checkCredentials` does, and FORBIDDEN for an account that is not an
 * admin's.
 */
export async function checkAdmin(deps: Deps, origin: CallOrigin, input: LoginInput): Promise<Checked> {
  const checked = await checkCredentials(deps, origin, input);
  const { id: userId, role } = checked;
  if (role === "admin") return checked;
  await insertAuditEntry(deps.db, origin, { at: deps.clock.now(), actorId: userId, action: "admin.signInRefused", data: { role } });
  const message = "Access denied. This account does not have administrator privileges. Please use the regular login.";
  throw new HearthError("FORBIDDEN", { message });
}

/** True where an admin must have a second factor before a token is issued, and has none. */
export async function lacksSecondFactor(deps: Deps, userId: string): Promise<boolean> {
  return isSecondFactorRequired(deps, "admin") && !hasSecondFactor(await readFactors(deps.db, userId));
}

/** Opens a session in the admin area. The caller has verified every factor. */
export async function openAdminSession(deps: Deps, tx: Transaction, origin: CallOrigin, userId: string): Promise<LoginView> {
  const now = deps.clock.now();
  const token = await openSession(tx, { userId, kind: "admin", now, origin });
  await insertAuditEntry(tx, origin, { at: now, actorId: userId, action: "admin.signedIn" });
  return { ...viewLogin(await getAccount(tx, userId), token), redirectPath: adminHomePath };
}
