import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ConnectWallet } from "./connect-wallet.tsx";
import { SetupFoot, SetupFrame } from "./setup-frame.tsx";
import { useWalletContext } from "./wallet-context.ts";

/** First step: which wallet. `onBack` is there for somebody who already has one linked and keeps it. */
export function ChooseStep({ onBack }: { onBack?: (() => void) | undefined }) {
  const { isReady } = useWalletContext();
  return (
    <SetupFrame
      step="choose"
      title="Choose a wallet"
      lead="Payments go from your wallet straight to the merchant's. Hearth never holds your money or your keys."
    >
      {isReady ? <ConnectWallet /> : <Skeleton width="100%" height="9rem" />}
      <SetupFoot>
        {onBack && (
          <Button look="quiet" onClick={onBack}>
            Keep the linked wallet
          </Button>
        )}
      </SetupFoot>
    </SetupFrame>
  );
}
