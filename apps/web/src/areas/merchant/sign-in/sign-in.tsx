import type { SignInInput } from "@hearth/domain/auth/second-factor";
import type { ShownPasskey } from "../../../lib/passkey.ts";
import { server } from "../../../lib/server.ts";
import { signIn, signInByPasskey, type SignInOutcome } from "../../../features/auth/actions.ts";
import { StepsAndTerms } from "../../../features/auth/asides.tsx";
import type { Step } from "../../../ui/steps.tsx";

const denial = "Access denied. This account does not have merchant privileges. Please use the regular login or create a merchant account.";

/** Signs a merchant in. Refuses consumers without a selected merchant, and revokes their token. */
export async function signInMerchant(input: SignInInput): Promise<SignInOutcome> {
  return admitMerchant(await signIn(input));
}

/** Signs a merchant in with a passkey. Refuses the same accounts. */
export async function signInMerchantByPasskey(response: ShownPasskey): Promise<SignInOutcome> {
  return admitMerchant(await signInByPasskey(response));
}

/** Refuses the same accounts after a sign-in of any kind. */
export function admitMerchant(outcome: SignInOutcome): SignInOutcome {
  if (!outcome.ok || outcome.user.role !== "user" || outcome.user.selectedMerchantId) return outcome;
  // Not awaited: the token was not stored, and expires anyway if this fails.
  server()
    .then(({ trpcClient }) => trpcClient.auth.logout.mutate(undefined, { context: { token: outcome.authToken } }))
    .catch(() => undefined);
  return { ok: false, message: denial, code: "FORBIDDEN" };
}

const steps: Step[] = [
  { id: "register", name: "Create your account", state: "plain", detail: "Your business, in four short steps. No approval to wait for." },
  { id: "wallet", name: "Set your wallet address", state: "plain", detail: "Payments go straight into it; Hearth never holds your money." },
  { id: "paid", name: "Be paid", state: "plain", detail: "Tenants and customers find you by name and pay in USDC." },
  { id: "books", name: "Keep your books", state: "plain", detail: "Every payment with its payer, apartment and transaction hash." },
];

/** Explains the merchant area, beside its sign-in. */
export function MerchantTerms() {
  return <StepsAndTerms title="For merchants" steps={steps} />;
}
