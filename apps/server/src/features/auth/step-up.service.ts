import type { StepUpInput } from "@hearth/domain/auth/second-factor";
import { isFresh } from "@hearth/domain/auth/step-up";
import { HearthError } from "@hearth/domain/errors";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import type { Actor, CallOrigin } from "../../trpc/context.ts";
import type { MessageView } from "../../trpc/wire.ts";
import { confirmOwner } from "./confirm-owner.ts";
import { markAuthenticated } from "./sessions.repo.ts";

/** Makes sure that who is signed in has shown it within the last minutes, so that a token alone is not enough. @throws HearthError STEP_UP_REQUIRED. */
export function requireStepUp({ clock }: Pick<Deps, "clock">, { authenticatedAt }: Actor): void {
  if (!isFresh(authenticatedAt, clock.now())) throw new HearthError("STEP_UP_REQUIRED");
}

/**
 * Shows who is signed in once more, by the password and a code where the second factor is on; the session is fresh from then on.
 * @throws HearthError WRONG_PASSWORD, WRONG_CODE or VALIDATION on the field, RATE_LIMITED, OVERLOADED.
 */
export async function stepUp(deps: Deps, origin: CallOrigin, actor: Actor, input: StepUpInput): Promise<MessageView> {
  const shown = await confirmOwner(deps, origin, actor, input);
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    await markAuthenticated(tx, actor.sessionId, now);
    await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "auth.steppedUp", data: { shown } });
  });
  return { message: "Thank you. You can go on." };
}
