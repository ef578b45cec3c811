import type { UpdateProfileInput } from "@hearth/domain/auth/inputs";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import { requireAsSeen } from "../../../audit/changes.ts";
import type { Deps } from "../../../deps.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { getAccount } from "../rows/auth.repo.ts";
import { type UserView, viewUser } from "../rows/auth.view.ts";
import { askForEmail } from "../email/change-email.service.ts";
import { editAccount } from "./edit-account.service.ts";
import { requireStepUp } from "../factors/require-step-up.ts";

/**
 * Changes the user's name. A new email replaces the old one only after it is confirmed; until then the answer shows the old one.
 * @throws HearthError STEP_UP_REQUIRED and RATE_LIMITED for a new email, CONFLICT if the profile is not as its editor saw it.
 */
export async function updateProfile(deps: Deps, origin: CallOrigin, actor: Actor, input: UpdateProfileInput): Promise<UserView> {
  const now = deps.clock.now();
  const { email, seen, ...set } = input;
  return deps.db.transaction(async (tx) => {
    const current = await getAccount(tx, actor.userId);
    if (current.email !== email) {
      requireAsSeen(current, seen);
      requireStepUp(deps, actor);
      await askForEmail(deps, tx, origin, actor, email);
    }
    const changes = await editAccount(deps, tx, actor, { userId: actor.userId, set, seenAt: undefined, seen, now });
    if (Object.keys(changes).length > 0) {
      await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "auth.profileUpdated", data: changes });
    }
    return viewUser(await getAccount(tx, actor.userId));
  });
}
