import type { SignInOutcome } from "../actions.ts";
import { useSignIn } from "../actions.ts";
import { lazyRefusalOf } from "../outcome.ts";
import { TouchButton } from "./touch-button.tsx";
import { useTouchPage } from "./use-touch-page.ts";

async function signIn(walletOrigin: string): Promise<SignInOutcome> {
  try {
    const { signInByTouch } = await import("./touch-calls.ts");
    return await signInByTouch(walletOrigin);
  } catch (error) {
    return lazyRefusalOf(error, "Login failed");
  }
}

interface TouchSignInProps {
  redirect: string | undefined;
  /** May refuse an account that the page is not for. */
  admit?: (outcome: SignInOutcome) => SignInOutcome;
}

/** Signs in by the passkey of a wallet. Renders nothing where this browser or server cannot. */
export function TouchSignIn({ redirect, admit = (outcome) => outcome }: TouchSignInProps) {
  const page = useTouchPage();
  const submit = useSignIn(async (origin: string) => admit(await signIn(origin)), { redirectPath: redirect });
  const { walletOrigin } = page ?? { walletOrigin: null };
  if (walletOrigin === null) return null;
  return (
    <TouchButton wide onPress={() => submit(walletOrigin)}>
      Use Face ID, fingerprint or PIN
    </TouchButton>
  );
}
