import type { AssertionResponse } from "@hearth/domain/auth/passkeys";
import type { OwnerConfirmation, StepUpInput } from "@hearth/domain/auth/second-factor";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import type { MessageView } from "../../../trpc/wire.ts";
import { forgetTries, triesInSession } from "../passwords/count-try.ts";
import { confirmByPassword } from "./confirm-owner.ts";
import { readShownPasskey } from "./passkey-ceremony.ts";
import { markAuthenticated } from "../rows/sessions.repo.ts";

/**
 * Re-authenticates the signed-in user by password, plus a code where a second factor is on, and marks the session as fresh.
 * @throws HearthError WRONG_PASSWORD, WRONG_CODE or VALIDATION on the field, RATE_LIMITED, OVERLOADED.
 */
export async function stepUp(deps: Deps, origin: CallOrigin, actor: Actor, input: StepUpInput): Promise<MessageView> {
  return markFresh(deps, origin, actor, await confirmByPassword(deps, origin, actor, input));
}

/**
 * Re-authenticates the signed-in user by a passkey alone, and marks the session as fresh.
 * @throws HearthError PASSKEY_INVALID.
 */
export async function stepUpWithPasskey(deps: Deps, origin: CallOrigin, actor: Actor, response: AssertionResponse): Promise<MessageView> {
  await readShownPasskey(deps, response, { purpose: "prove", userId: actor.userId });
  return markFreshByPasskey(deps, origin, actor);
}

/** Marks the session as fresh after a passkey was shown, and forgives its wrong passwords. */
export async function markFreshByPasskey(deps: Deps, origin: CallOrigin, actor: Actor): Promise<MessageView> {
  const here = triesInSession(actor.sessionId);
  await forgetTries(deps, { near: here, all: here });
  return markFresh(deps, origin, actor, "passkey");
}

async function markFresh(deps: Deps, origin: CallOrigin, actor: Actor, confirmation: OwnerConfirmation | "passkey"): Promise<MessageView> {
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    await markAuthenticated(tx, actor.sessionId, now);
    await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "auth.steppedUp", data: { shown: confirmation } });
  });
  return { message: "Thank you. You can continue." };
}
