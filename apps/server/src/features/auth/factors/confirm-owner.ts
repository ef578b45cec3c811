import type { OwnerConfirmation } from "@hearth/domain/auth/second-factor";
import { HearthError } from "@hearth/domain/errors";
import type { Deps } from "../../../deps.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { hasSecondFactor, readFactors } from "./factors.ts";
import { confirmPassword } from "../passwords/password.service.ts";
import { requireCode } from "./prove-second-factor.ts";
import { requireStepUp } from "./require-step-up.ts";

/** The credentials that a user types to confirm their identity. */
interface Typed {
  password: string;
  code?: string | undefined;
}

/**
 * Confirms that the signed-in user owns the account: by password, plus a code where the authenticator app is on. An account with only
 * passkeys needs a recent step-up instead of a code. Returns which factor was confirmed.
 */
export async function confirmOwner(deps: Deps, origin: CallOrigin, actor: Actor, typed: Typed): Promise<OwnerConfirmation> {
  const { app, passkeys } = await readFactors(deps.db, actor.userId);
  if (app !== null || passkeys === 0) return confirmByPassword(deps, origin, actor, typed);
  requireStepUp(deps, actor);
  await confirmOwnPassword(deps, origin, actor, typed.password);
  return "secondFactor";
}

/** Confirms the owner by typed credentials only: the password, plus an app code or recovery code where there is an app or a passkey. */
export async function confirmByPassword(deps: Deps, origin: CallOrigin, actor: Actor, typed: Typed): Promise<OwnerConfirmation> {
  const { password, code = "" } = typed;
  await confirmOwnPassword(deps, origin, actor, password);
  const factors = await readFactors(deps.db, actor.userId);
  if (!hasSecondFactor(factors)) return "password";
  if (code.trim() === "") {
    const message = factors.app === null ? "Please enter a recovery code" : "Please enter the code of your authenticator app";
    throw new HearthError("VALIDATION", { message, fields: { code: message } });
  }
  await requireCode(deps, origin, { userId: actor.userId, code, shownBefore: actor });
  return "secondFactor";
}

function confirmOwnPassword(deps: Deps, origin: CallOrigin, actor: Actor, password: string): Promise<string> {
  return confirmPassword(deps, origin, actor, password, { field: "password", message: "This is not your password" });
}
