import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ConnectWallet } from "./connect-wallet.tsx";
import { LinkExchange } from "./link-exchange.tsx";
import { SetupFoot, SetupFrame } from "./setup-frame.tsx";
import { useWalletContext } from "./wallet-context.ts";

interface ChooseStepProps {
  /** Where to go on. */
  from: string;
  /** What went wrong at the exchange, where this window went there and came back. */
  problem: string | undefined;
  onLinked: () => void;
  /** There for somebody who already has a wallet linked and keeps it. */
  onBack?: (() => void) | undefined;
}

/** First step: which wallet, or an account at the exchange. */
export function ChooseStep({ from, problem, onLinked, onBack }: ChooseStepProps) {
  const { info, isReady } = useWalletContext();
  return (
    <SetupFrame
      step="choose"
      title="Choose a wallet"
      lead="Payments go from your wallet straight to the merchant's. Hearth never holds your money or your keys."
    >
      {isReady ? <ConnectWallet /> : <Skeleton width="100%" height="9rem" />}
      {info.hasExchange && <LinkExchange from={from} problem={problem} onLinked={onLinked} />}
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
