import { isFresh } from "@hearth/domain/auth/step-up";
import { HearthError } from "@hearth/domain/errors";
import type { Deps } from "../../../deps.ts";
import type { Actor } from "../../../trpc/context.ts";

/**
 * Requires that the user authenticated within the last minutes, so that a stolen token alone is not enough. @throws HearthError
 * STEP_UP_REQUIRED.
 */
export function requireStepUp({ clock }: Pick<Deps, "clock">, { authenticatedAt }: Actor): void {
  if (!isFresh(authenticatedAt, clock.now())) throw new HearthError("STEP_UP_REQUIRED");
}
