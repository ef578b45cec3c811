import type { LoginInput } from "@hearth/domain/auth/inputs";
import { adminHomePath } from "@hearth/domain/auth/roles";
import { HearthError } from "@hearth/domain/errors";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import type { CallOrigin } from "../../trpc/context.ts";
import { getAccount } from "./auth.repo.ts";
import { type LoginView, viewLogin } from "./auth.view.ts";
import { checkCredentials } from "./check-credentials.ts";
import { openSession } from "./sessions.service.ts";

/**
 * Signs an admin in to the admin area, with a token that opens that area only. That an account is no admin's is told only to who knows its
 * password. @throws HearthError as `checkCredentials` does, and FORBIDDEN.
 */
export async function signInAdmin(deps: Deps, origin: CallOrigin, input: LoginInput): Promise<LoginView> {
  const { id: userId, role } = await checkCredentials(deps, origin, input);
  const now = deps.clock.now();
  if (role !== "admin") {
    await insertAuditEntry(deps.db, origin, { at: now, actorId: userId, action: "admin.signInRefused", data: { role } });
    const message = "Access denied. This account does not have administrator privileges. Please use the regular login.";
    throw new HearthError("FORBIDDEN", { message });
  }
  return deps.db.transaction(async (tx) => {
    const token = await openSession(tx, { userId, kind: "admin", now, origin });
    await insertAuditEntry(tx, origin, { at: now, actorId: userId, action: "admin.signedIn" });
    return { ...viewLogin(await getAccount(tx, userId), token), redirectPath: adminHomePath };
  });
}
