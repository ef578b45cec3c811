import { isFresh } from "@hearth/domain/auth/step-up";
import { HearthError } from "@hearth/domain/errors";
import type { Deps } from "../../../deps.ts";
import type { Actor } from "../../../trpc/context.ts";
import type { StepUpRule } from "../../../trpc/step-up-rule.ts";
import { hasSecondFactor, readFactors } from "./factors.ts";

/**
 * Requires that the user authenticated within the last minutes, so that a stolen token alone is not enough. @throws HearthError
 * STEP_UP_REQUIRED.
 */
export function requireStepUp({ clock }: Pick<Deps, "clock">, { authenticatedAt }: Actor): void {
  if (!isFresh(authenticatedAt, clock.now())) throw new HearthError("STEP_UP_REQUIRED");
}

/**
 * Requires a recent authentication of an account with a second factor or passkey, for calls that take the password as well: a token and the
 * password may both be stolen. So does an account without a password. @throws HearthError STEP_UP_REQUIRED.
 */
export async function requireStepUpBesidePassword(deps: Pick<Deps, "clock" | "db">, actor: Actor): Promise<void> {
  const isRecent = isFresh(actor.authenticatedAt, deps.clock.now());
  if (isRecent) return;
  const factors = await readFactors(deps.db, actor.userId);
  if (hasSecondFactor(factors) || !factors.hasPassword) throw new HearthError("STEP_UP_REQUIRED");
}

/** Requires what a procedure's step-up rule says. @throws HearthError STEP_UP_REQUIRED. */
export async function requireByRule(deps: Pick<Deps, "clock" | "db">, actor: Actor, rule: StepUpRule | undefined): Promise<void> {
  if (rule === "always") requireStepUp(deps, actor);
  else if (rule === "besidePassword") await requireStepUpBesidePassword(deps, actor);
}
