import { type ByHandRefusal, byHandRefusals } from "@hearth/domain/refunds/by-hand";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Description } from "../../ui/description-list.tsx";
import { Hash } from "../../ui/hash.tsx";
import { Listening } from "../../ui/listening.tsx";
import { Stack } from "../../ui/stack.tsx";
import { Text } from "../../ui/typography.tsx";
import { DirectTransfer } from "./direct-transfer.tsx";
import { useWalletContext } from "./wallet-context.ts";

/** Rules for sending the refund from any app: the wallets it counts from, or why it would not be recognised. */
export interface ByHand {
  from: readonly `0x${string}`[];
  refusal: ByHandRefusal | null;
}

interface SendByHandProps {
  refund: { usdcUnits: string; to: `0x${string}` };
  byHand: ByHand;
  onBack: () => void;
}

/** Instructions for sending a refund from an app that cannot be connected: amount, recipient and the accepted wallets. */
export function SendByHand({ refund, byHand: { from, refusal }, onBack }: SendByHandProps) {
  const { network } = useWalletContext();
  return (
    <Stack>
      {refusal === null ? (
        <>
          <DirectTransfer usdcUnits={BigInt(refund.usdcUnits)} to={refund.to}>
            <Description label="From your wallet">
              {from.map((address) => (
                <Hash key={address} value={address} shape="address" what="your wallet" />
              ))}
            </Description>
          </DirectTransfer>
          <Text muted>
            We recognize it by the wallet and the exact amount. From any other wallet it does not count. Exchanges send from their own
            wallets, so a refund sent from an exchange is not recognized.
          </Text>
          <Text muted>Send USDC on {network.label} and nothing else, once.</Text>
          <Listening>Watching {network.label} for your transfer</Listening>
        </>
      ) : (
        <Alert tone="waiting" title="It would not be recognized">
          {byHandRefusals[refusal]}
        </Alert>
      )}
      <div>
        <Button variant="quiet" size="small" onClick={onBack}>
          Back
        </Button>
      </div>
    </Stack>
  );
}
