import type { OwnerConfirmation } from "@hearth/domain/auth/second-factor";
import { HearthError } from "@hearth/domain/errors";
import type { Deps } from "../../../deps.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { hasSecondFactor, readFactors } from "./factors.ts";
import { confirmPassword } from "../passwords/password.service.ts";
import { askForCode } from "./prove-second-factor.ts";
import { requireStepUp } from "./require-step-up.ts";

/** What somebody types to show who they are. */
interface Typed {
  password: string;
  code?: string | undefined;
}

/**
 * Asks who is signed in to show that they are the account's owner: by the password, and by a code where the second factor is on; an account that
 * has passkeys alone shows one by a step-up instead. Answers what was shown.
 * @throws HearthError WRONG_PASSWORD, WRONG_CODE or VALIDATION on the field, STEP_UP_REQUIRED, RATE_LIMITED, OVERLOADED.
 */
export async function confirmOwner(deps: Deps, origin: CallOrigin, actor: Actor, typed: Typed): Promise<OwnerConfirmation> {
  const { app, passkeys } = await readFactors(deps.db, actor.userId);
  if (app !== null || passkeys === 0) return confirmByPassword(deps, origin, actor, typed);
  requireStepUp(deps, actor);
  await confirmOwnPassword(deps, origin, actor, typed.password);
  return "secondFactor";
}

/**
 * Asks who is signed in to show that they are the account's owner by what can be typed alone: the password, and a code of the app or a recovery code
 * where there is an app or a passkey.
 */
export async function confirmByPassword(deps: Deps, origin: CallOrigin, actor: Actor, typed: Typed): Promise<OwnerConfirmation> {
  const { password, code = "" } = typed;
  await confirmOwnPassword(deps, origin, actor, password);
  const factors = await readFactors(deps.db, actor.userId);
  if (!hasSecondFactor(factors)) return "password";
  if (code.trim() === "") {
    const message = factors.app === null ? "Please enter a recovery code" : "Please enter the code of your authenticator app";
    throw new HearthError("VALIDATION", { message, fields: { code: message } });
  }
  await askForCode(deps, origin, { userId: actor.userId, code });
  return "secondFactor";
}

function confirmOwnPassword(deps: Deps, origin: CallOrigin, actor: Actor, password: string): Promise<string> {
  return confirmPassword(deps, origin, actor, password, { field: "password", message: "This is not your password" });
}
