import type { OwnerConfirmation } from "@hearth/domain/auth/second-factor";
import { HearthError } from "@hearth/domain/errors";
import type { Deps } from "../../../deps.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { hasSecondFactor, readFactors } from "./factors.ts";
import { confirmHolder, confirmPassword } from "../passwords/password.service.ts";
import { requireCode } from "./prove-second-factor.ts";
import { requireStepUp } from "./require-step-up.ts";

/** The credentials that a user types to confirm their identity. */
interface Typed {
  /** Needed where the account has a password. */
  password?: string | undefined;
  code?: string | undefined;
}

/**
 * Confirms that the signed-in user owns the account: by password, plus a code where the authenticator app is on. An account with only
 * passkeys needs a recent step-up instead of a code, and one without a password instead of the password. Returns which factor was confirmed.
 */
export async function confirmOwner(deps: Deps, origin: CallOrigin, actor: Actor, typed: Typed): Promise<OwnerConfirmation> {
  const { app, passkeys } = await readFactors(deps.db, actor.userId);
  if (app === null && passkeys > 0) {
    requireStepUp(deps, actor);
    await confirmHolder(deps, origin, actor, typed.password);
    return "secondFactor";
  }
  const shown = await confirmHolder(deps, origin, actor, typed.password);
  const confirmation = await confirmCode(deps, origin, actor, typed);
  return shown === "secondFactor" ? shown : confirmation;
}

/** Confirms the owner by typed credentials only: the password, plus an app code or recovery code where there is an app or a passkey. */
export async function confirmByPassword(deps: Deps, origin: CallOrigin, actor: Actor, typed: Typed): Promise<OwnerConfirmation> {
  const { password = "", code } = typed;
  await confirmPassword(deps, origin, actor, password, { field: "password", message: "This is not your password" });
  return confirmCode(deps, origin, actor, { code });
}

/** Requires a code where the account has an app or a passkey. */
async function confirmCode(deps: Deps, origin: CallOrigin, actor: Actor, { code = "" }: Pick<Typed, "code">): Promise<OwnerConfirmation> {
  const factors = await readFactors(deps.db, actor.userId);
  if (!hasSecondFactor(factors)) return "password";
  if (code.trim() === "") {
    const message = factors.app === null ? "Please enter a recovery code" : "Please enter the code of your authenticator app";
    throw new HearthError("VALIDATION", { message, fields: { code: message } });
  }
  await requireCode(deps, origin, { userId: actor.userId, code, shownBefore: actor });
  return "secondFactor";
}
