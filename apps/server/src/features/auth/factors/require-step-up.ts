import { isFresh } from "@hearth/domain/auth/step-up";
import { HearthError } from "@hearth/domain/errors";
import type { Deps } from "../../../deps.ts";
import type { Actor } from "../../../trpc/context.ts";

/** Makes sure that who is signed in has shown it within the last minutes, so that a token alone is not enough. @throws HearthError STEP_UP_REQUIRED. */
export function requireStepUp({ clock }: Pick<Deps, "clock">, { authenticatedAt }: Actor): void {
  if (!isFresh(authenticatedAt, clock.now())) throw new HearthError("STEP_UP_REQUIRED");
}
