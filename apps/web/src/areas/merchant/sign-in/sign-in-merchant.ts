import type { SignInInput } from "@hearth/domain/auth/second-factor";
import { trpcClient } from "../../../lib/trpc.ts";
import { signIn, type SignInOutcome } from "../../../features/auth/actions.ts";

const denial = "Access denied. This account does not have merchant privileges. Please use the regular login or create a merchant account.";

/** Signs a merchant in. An account that is neither merchant nor admin and has no merchant selected is turned away, and its token ended. */
export async function signInMerchant(input: SignInInput): Promise<SignInOutcome> {
  const outcome = await signIn(input);
  if (!outcome.ok || outcome.user.role !== "user" || outcome.user.selectedMerchantId) return outcome;
  // Not waited for: the token was kept nowhere, and expires by itself where this does not come through.
  trpcClient.auth.logout.mutate(undefined, { context: { token: outcome.authToken } }).catch(() => undefined);
  return { ok: false, message: denial, code: "FORBIDDEN" };
}
