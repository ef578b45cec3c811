import type { UpdateProfileInput } from "@hearth/domain/auth/inputs";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import type { Actor, CallOrigin } from "../../trpc/context.ts";
import { getAccount } from "./auth.repo.ts";
import { type UserView, viewUser } from "./auth.view.ts";
import { editAccount } from "./edit-account.service.ts";
import { requireStepUp } from "./require-step-up.ts";

/**
 * Changes the name and the e-mail of who asks. Another e-mail is another way in, so it ends every other session of the account.
 * @throws HearthError STEP_UP_REQUIRED for another e-mail, EMAIL_ALREADY_USED.
 */
export async function updateProfile(deps: Deps, origin: CallOrigin, actor: Actor, input: UpdateProfileInput): Promise<UserView> {
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    if ((await getAccount(tx, actor.userId)).email !== input.email) requireStepUp(deps, actor);
    const changes = await editAccount(deps, tx, actor, { userId: actor.userId, set: input, seenAt: undefined, now });
    if (Object.keys(changes).length > 0) {
      await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "auth.profileUpdated", data: changes });
    }
    return viewUser(await getAccount(tx, actor.userId));
  });
}
