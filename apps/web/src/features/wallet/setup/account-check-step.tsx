import { Landmark, UserPlus } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { SkeletonPart } from "../../../ui/skeleton.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { Option, OptionList } from "../../../ui/option-list.tsx";
import { Heading } from "../../../ui/typography.tsx";
import { ConnectWallet } from "../connect-wallet.tsx";
import type { WalletKind } from "../wallet-choices.ts";
import { useWalletContext } from "../wallet-context.ts";
import { SetupFoot, SetupFrame } from "./setup-frame.tsx";

interface AccountCheckStepProps {
  onYes: () => void;
  onNo: () => void;
  /** Called when the user has connected a wallet of their own. */
  onWallet: (kind: WalletKind) => void;
  /** Error of the last attempt to link, if it failed. */
  lastProblem: string | null;
  /** Returns without a change. Given if something is linked already. */
  onBack?: (() => void) | undefined;
}

/** Step 1: asks for an exchange account or a wallet of the user's own. */
export function AccountCheckStep({ onYes, onNo, onWallet, lastProblem, onBack }: AccountCheckStepProps) {
  const { info, isReady } = useWalletContext();
  const connectWallet = isReady ? <ConnectWallet onConnected={onWallet} /> : <SkeletonPart />;
  const keepButton = <SetupFoot>{onBack && <Button onClick={onBack}>Keep what is linked</Button>}</SetupFoot>;
  const lead = "Payments go from your wallet straight to the merchant's. Hearth never holds your money or your keys.";
  if (!info.hasExchange) {
    return (
      <SetupFrame step={1} title="Choose a wallet" lead={lead}>
        {connectWallet}
        {keepButton}
      </SetupFrame>
    );
  }
  return (
    <SetupFrame step={1} title="Do you have a Coinbase account?" lead={lead}>
      {lastProblem && (
        <Alert title="Linking Coinbase did not work">
          <p>{lastProblem}</p>
        </Alert>
      )}
      <OptionList label="Coinbase account">
        <Option icon={Landmark} onClick={onYes} detail="Sign in there and allow Hearth to see your address">
          Yes, I have a Coinbase account
        </Option>
        <Option icon={UserPlus} onClick={onNo} detail="See what it takes to make one">
          No, I don't have one yet
        </Option>
      </OptionList>
      <Stack>
        <Heading as="h3" size="subheading">
          Or use a wallet of your own
        </Heading>
        {connectWallet}
      </Stack>
      {keepButton}
    </SetupFrame>
  );
}
