import { sendBackRefusals } from "@hearth/domain/refunds/send-back";
import { useState } from "react";
import { useExplorer } from "../../../features/payments/use-network.ts";
import { usePermission } from "../../../kit/permission.tsx";
import { errorMessage } from "../../../lib/api-error.ts";
import type { Outputs } from "../../../lib/trpc.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Listening } from "../../../ui/listening.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { Text } from "../../../ui/typography.tsx";
import { OddRefundTransfers } from "../refunds/odd-refund-transfers.tsx";
import { SendOrGiveUp } from "../refunds/open-refund.tsx";
import { ProveRefundWallet } from "../refunds/prove-refund-wallet.tsx";
import { useBeginSendBack } from "../refunds/use-refunds.ts";

type SendBackState = Outputs["merchant"]["sendBack"];

/** True if the return of a transfer is under way or partly done. No other decision is possible then. */
export function isBeingReturned({ status, isPart }: Pick<SendBackState, "status" | "isPart">): boolean {
  return status !== "none" || isPart;
}

/** Returns unmatched money to the wallet that sent it, and follows the return until it is confirmed on chain. */
export function SendBack({ state }: { state: SendBackState }) {
  const { begun, status } = state;
  return (
    <Stack>
      <OddRefundTransfers transfers={state.oddTransfers} isSendBack />
      {status === "sentBack" ? (
        <Alert tone="good" title="Sent back">
          <p>It is in the wallet that it came from.</p>
          <Returns returns={state.returns} />
        </Alert>
      ) : status === "seen" ? (
        <>
          <Listening>Sent. It counts once the transfer is confirmed.</Listening>
          <Returns returns={state.returns.filter(({ isConfirmed }) => !isConfirmed)} />
        </>
      ) : begun ? (
        <Begun state={state} begun={begun} />
      ) : (
        <Begin state={state} />
      )}
    </Stack>
  );
}

function Returns({ returns }: Pick<SendBackState, "returns">) {
  const explorer = useExplorer();
  return returns.map(({ transactionHash: hash }) => <Hash key={hash} value={hash} explorerUrl={explorer.transactionUrl(hash)} />);
}

/** Shows amount and recipient, and a warning to ask the sender first. */
function Terms({ usdc, to }: { usdc: string; to: string }) {
  const explorer = useExplorer();
  return (
    <>
      <DescriptionList kind="right">
        <Description label="Amount">{usdc} USDC</Description>
        <Description label="To the wallet it came from">
          <Hash value={to} shape="address" what="sender's address" explorerUrl={explorer.addressUrl(to)} />
        </Description>
      </DescriptionList>
      <Alert tone="waiting" title="This may be an exchange's wallet.">
        Ask the sender first: money sent to an exchange&apos;s own wallet may not reach them.
      </Alert>
    </>
  );
}

function Begin({ state: { transferId, left, isPart, to, refusal, isWalletNeeded } }: { state: SendBackState }) {
  const begin = useBeginSendBack();
  const mayAct = usePermission("manager", { whileSuspended: true });
  const [isAsking, setAsking] = useState(false);
  if (refusal !== null) {
    return refusal === "ofPayment" ? null : (
      <Text size="note" muted>
        {sendBackRefusals[refusal]}
      </Text>
    );
  }
  if (!mayAct) return null;
  if (!isAsking) {
    return (
      <div>
        <Button onClick={() => setAsking(true)}>{isPart ? "Send the rest back" : "Send it back"}</Button>
      </div>
    );
  }
  return (
    <>
      <Terms usdc={left} to={to} />
      {isWalletNeeded && <ProveRefundWallet />}
      {begin.error && <Alert tone="bad" title={errorMessage(begin.error)} announce />}
      <div>
        <Button variant="primary" busy={begin.isPending} disabled={isWalletNeeded} onClick={() => begin.mutate({ transferId })}>
          Send back {left} USDC
        </Button>{" "}
        <Button variant="quiet" onClick={() => setAsking(false)}>
          Back
        </Button>
      </div>
    </>
  );
}

function Begun({ state, begun }: { state: SendBackState; begun: NonNullable<SendBackState["begun"]> }) {
  const texts = {
    send: `Send back ${begun.usdc} USDC`,
    isShort: "This wallet does not hold enough USDC to send it back",
    wrongWallet: "Money goes back only from a wallet that you are paid to or have proven. Connect one of those, or prove this one.",
    sent: "Sent. It counts once the transfer is confirmed.",
  };
  return (
    <>
      <Terms usdc={begun.usdc} to={begun.to} />
      <SendOrGiveUp refund={begun} money={state} texts={texts} />
    </>
  );
}
