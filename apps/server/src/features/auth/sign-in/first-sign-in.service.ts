import type { LoginInput } from "@hearth/domain/auth/inputs";
import type { CompleteFirstSignInInput } from "@hearth/domain/auth/second-factor";
import { HearthError } from "@hearth/domain/errors";
import { limits } from "@hearth/domain/limits";
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import type { CallOrigin } from "../../../trpc/context.ts";
import { checkAdmin, lacksSecondFactor, openAdminSession } from "./admin-sign-in.service.ts";
import { loginView } from "../rows/auth.view.ts";
import { findChallengedUser, insertChallenge, markChallengeUsed } from "../rows/second-factor.repo.ts";
import { newSecret, readFirstCode, switchOn } from "../factors/second-factor.service.ts";
import { recoveryCodesView, setupView } from "../factors/second-factor.view.ts";
import { createChallenge, hashToken } from "../sessions/tokens.ts";

/** The authenticator app setup before an admin's first sign-in. The challenge proves that the password was correct; it is not a token. */
export const firstSignInView = setupView.extend({ challenge: z.string() });
export type FirstSignInView = z.infer<typeof firstSignInView>;

export const completedSignInView = recoveryCodesView.extend({ login: loginView });
export type CompletedSignInView = z.infer<typeof completedSignInView>;

/**
 * Starts the setup of an authenticator app for an admin who must have a second factor and has none. Runs before the sign-in.
 * @throws HearthError as `checkAdmin` does, and CONFLICT where no setup is needed.
 */
export async function beginFirstSignIn(deps: Deps, origin: CallOrigin, input: LoginInput): Promise<FirstSignInView> {
  const { id: userId } = await checkAdmin(deps, origin, input);
  if (!(await lacksSecondFactor(deps, userId)))
    throw new HearthError("CONFLICT", { message: "Two-step sign-in does not have to be set up" });
  const now = deps.clock.now();
  const challenge = createChallenge();
  const expiresAt = new Date(now.getTime() + limits.secondFactorSetupSeconds * 1000);
  await insertChallenge(deps.db, { userId, tokenHash: hashToken(challenge), createdAt: now, expiresAt });
  return { challenge, ...(await newSecret(deps, userId)) };
}

/**
 * Switches the authenticator app on and signs the admin in, in one transaction. Ends the admin's other sessions.
 * @throws HearthError SECOND_FACTOR_EXPIRED, WRONG_CODE, CONFLICT, RATE_LIMITED.
 */
export async function completeFirstSignIn(deps: Deps, origin: CallOrigin, input: CompleteFirstSignInInput): Promise<CompletedSignInView> {
  const tokenHash = hashToken(input.challenge);
  const userId = await findChallengedUser(deps.db, tokenHash, deps.clock.now());
  if (userId === null) throw new HearthError("SECOND_FACTOR_EXPIRED");
  const first = await readFirstCode(deps, origin, userId, input.code);
  return deps.db.transaction(async (tx) => {
    if (!(await markChallengeUsed(tx, tokenHash, deps.clock.now()))) throw new HearthError("SECOND_FACTOR_EXPIRED");
    const codes = await switchOn(deps, tx, origin, { ...first, keepSessionId: null });
    return { ...codes, login: await openAdminSession(deps, tx, origin, userId) };
  });
}
