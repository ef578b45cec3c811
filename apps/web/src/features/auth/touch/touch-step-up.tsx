import { TouchButton, touchLabel } from "./touch-button.tsx";
import { confirmByTouch } from "./touch-calls.ts";
import { useTouchPage } from "./use-touch-page.ts";
import { Alert } from "../../../ui/alert.tsx";
import { SkeletonPart } from "../../../ui/skeleton.tsx";

/** Confirms the signed-in person by a passkey of their wallet. Says what to do where this browser cannot. */
export function TouchStepUp({ onShown }: { onShown: () => void }) {
  const page = useTouchPage();
  if (page === undefined) return <SkeletonPart height="3rem" />;
  const { walletOrigin, isInsideApp } = page;
  if (walletOrigin === null) {
    return (
      <Alert tone="waiting" title={isInsideApp ? "Open this page in Safari or Chrome" : "This browser cannot use your passkey"}>
        {isInsideApp
          ? "Here it is shown inside another app, which cannot use Face ID, fingerprint or PIN."
          : 'Use the device that you signed up on. Or sign out and press "Forgot your password?" to set a password by email.'}
      </Alert>
    );
  }
  return (
    <TouchButton
      variant="primary"
      onPress={async () => {
        const outcome = await confirmByTouch(walletOrigin);
        if (outcome.ok) onShown();
        return outcome;
      }}
    >
      {touchLabel}
    </TouchButton>
  );
}
