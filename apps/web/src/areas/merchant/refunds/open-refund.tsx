import { Suspense } from "react";
import { usePermission } from "../../../kit/permission.tsx";
import { errorMessage } from "../../../lib/api-error.ts";
import { Button } from "../../../ui/button.tsx";
import { TextButton } from "../../../ui/text-anchor.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Listening } from "../../../ui/listening.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { SkeletonPart } from "../../../ui/skeleton.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { Text } from "../../../ui/typography.tsx";
import { sentTransfers, useSentTransfer } from "../../../features/wallet/use-sent-transfer.ts";
import { useExplorer } from "../../../features/payments/use-network.ts";
import { limits } from "@hearth/domain/limits";
import { formatUsd } from "@hearth/domain/money";
import { sendFailureWords } from "@hearth/domain/passkey-wallet/sends";
import type { SendWords } from "../../../features/wallet/send-refund.tsx";
import { centsOf } from "../../../kit/cents.ts";
import { ProveRefundWallet } from "./prove-refund-wallet.tsx";
import { type PaymentRefunds, type Refund, useCancelRefund, useProveRefundWallet } from "./use-refunds.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";

// Loaded on demand: the wallet libraries are large, and only merchants who send need them.
const SendRefund = lazyPart(async () => (await import("../../../features/wallet/send-refund.tsx")).SendRefund);

/** After this time a transfer that the chain does not show was probably dropped by the wallet. */
const patienceMs = 180_000;

interface OpenRefundProps {
  refund: Refund;
  /** All refunds of its payment. */
  refunds: PaymentRefunds;
}

/** A started refund of a payment: send it from a wallet, or cancel it. */
export function OpenRefund({ refund, refunds }: OpenRefundProps) {
  const texts = {
    send: `Send refund of ${formatUsd(centsOf(refund.amount))}`,
    isShort: "This wallet does not hold enough USDC for the refund",
    wrongWallet: "A refund counts only from a wallet that you are paid to or have proven. Connect one of those, or prove this one.",
    sent: "Sent. Counted as refunded once the transfer is confirmed.",
  };
  return <SendOrGiveUp refund={refund} money={refunds} texts={texts} />;
}

interface SendOrGiveUpProps {
  refund: Pick<Refund, "_id" | "to" | "usdcUnits" | "binding"> & Partial<Pick<Refund, "seenTransactionHash">>;
  /** Wallets that the refund counts from, and irregular transfers for it. */
  money: Pick<PaymentRefunds, "from" | "isWalletNeeded" | "byHand" | "oddTransfers" | "sending">;
  texts: SendWords & { sent: string };
}

/**
 * Sends a refund from a wallet, or cancels it. A transfer that the chain shows, that the relayer sends, or that this browser sent, is not
 * offered again.
 */
export function SendOrGiveUp(props: SendOrGiveUpProps) {
  const { refund, money, texts } = props;
  const sent = useSentTransfer(refund._id);
  const seen = refund.seenTransactionHash ?? null;
  if (seen !== null) return <Sent refundId={refund._id} txHash={seen} texts={texts.sent} isOld={false} />;
  const { sending } = money;
  if (sending !== null && isOnItsWay(sending)) return <Relayed hash={sending.transactionHash}>{texts.sent}</Relayed>;
  const isOdd = money.oddTransfers.some(({ transactionHash }) => transactionHash === sent?.txHash);
  if (sent === null || isOdd) return <Sending {...props} />;
  return <Sent refundId={refund._id} txHash={sent.txHash} texts={texts.sent} isOld={Date.now() - sent.sentAt > patienceMs} />;
}

type RelayedRefund = NonNullable<PaymentRefunds["sending"]>;

/** False for a refund that the relayer could not send, and for one that was mined and has left the chain since. */
function isOnItsWay({ status, signedAt }: RelayedRefund): boolean {
  return status === "sending" || (status === "arrived" && Date.now() - Date.parse(signedAt) < limits.walletSendMaxSeconds * 1_000);
}

function Relayed({ hash, children }: { hash: string | null; children: string }) {
  const explorer = useExplorer();
  return (
    <Stack>
      <Listening>{children}</Listening>
      {hash !== null && <Hash value={hash} explorerUrl={explorer.transactionUrl(hash)} />}
    </Stack>
  );
}

function Sent({ refundId, txHash, texts, isOld }: { refundId: string; txHash: string; texts: string; isOld: boolean }) {
  const explorer = useExplorer();
  return (
    <Stack>
      <Listening>{texts}</Listening>
      <Hash value={txHash} explorerUrl={explorer.transactionUrl(txHash)} />
      {isOld && (
        <Alert tone="waiting" title="The network does not show it yet">
          <p>If your wallet says that it was dropped, you can send it again.</p>
          <Button size="small" onClick={() => sentTransfers.forget(refundId)}>
            Send it again
          </Button>
        </Alert>
      )}
    </Stack>
  );
}

function Sending({ refund, money: { from, isWalletNeeded, byHand, sending }, texts }: SendOrGiveUpProps) {
  const cancel = useCancelRefund();
  const prove = useProveRefundWallet();
  const mayAct = usePermission("manager", { whileSuspended: true });
  if (!mayAct) return <Text muted>It was started, and nothing has been sent yet.</Text>;
  return (
    <Stack>
      {sending?.status === "failed" && (
        <Alert tone="bad" title="The refund was not sent">
          {sendFailureWords(sending.failure ?? "")}
        </Alert>
      )}
      {cancel.error && <Alert tone="bad" title={errorMessage(cancel.error)} announce />}
      {isWalletNeeded ? (
        <ProveRefundWallet />
      ) : (
        <Suspense fallback={<SkeletonPart />}>
          <SendRefund refund={refund} texts={texts} from={from} byHand={byHand} onProven={prove} />
        </Suspense>
      )}
      <div>
        <TextButton disabled={cancel.isPending} onClick={() => cancel.mutate({ refundId: refund._id })}>
          Cancel refund
        </TextButton>
      </div>
    </Stack>
  );
}
