import type { OwnerConfirmation } from "@hearth/domain/auth/second-factor";
import { HearthError } from "@hearth/domain/errors";
import type { Deps } from "../../deps.ts";
import type { Actor, CallOrigin } from "../../trpc/context.ts";
import { confirmPassword } from "./password.service.ts";
import { askForCode } from "./prove-second-factor.ts";
import { findSecondFactor } from "./second-factor.repo.ts";

/**
 * Asks who is signed in to show that they are the account's owner: by the password, and by a code where the second factor is on. Answers what was
 * shown. @throws HearthError WRONG_PASSWORD, WRONG_CODE or VALIDATION on the field, RATE_LIMITED, OVERLOADED.
 */
export async function confirmOwner(
  deps: Deps,
  origin: CallOrigin,
  actor: Actor,
  { password, code = "" }: { password: string; code?: string | undefined },
): Promise<OwnerConfirmation> {
  await confirmPassword(deps, actor, password, { field: "password", message: "This is not your password" });
  const factor = await findSecondFactor(deps.db, actor.userId);
  if (factor?.enabledAt == null) return "password";
  if (code.trim() === "") {
    const message = "Please enter the code of your authenticator app";
    throw new HearthError("VALIDATION", { message, fields: { code: message } });
  }
  await askForCode(deps, origin, { userId: actor.userId, code });
  return "secondFactor";
}
