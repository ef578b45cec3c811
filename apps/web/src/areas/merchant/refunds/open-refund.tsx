import { lazy, Suspense } from "react";
import { errorMessage } from "../../../lib/api-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Listening } from "../../../ui/listening.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { sentTransfers, useSentTransfer } from "../../../features/payments/checkout/use-sent-transfer.ts";
import { useExplorer } from "../../../features/payments/use-network.ts";
import { type PaymentRefunds, type Refund, useCancelRefund } from "./use-refunds.ts";

// Wallet code is heavy and is fetched only by those who send.
const SendRefund = lazy(() =>
  import("../../../features/wallet/send-refund.tsx").then(({ SendRefund: component }) => ({ default: component })),
);

/** After so long a transfer that the chain does not show was probably dropped by the wallet. */
const patienceMs = 180_000;

interface OpenRefundProps {
  refund: Refund;
  /** All of its payment's. */
  refunds: PaymentRefunds;
}

/** A refund that was begun: send it from a wallet, or give it up. What was sent here is not offered again after a reload. */
export function OpenRefund({ refund, refunds }: OpenRefundProps) {
  const sent = useSentTransfer(refund._id);
  const isOdd = refunds.oddTransfers.some(({ transactionHash }) => transactionHash === sent?.txHash);
  if (sent !== null && !isOdd) return <Sent refundId={refund._id} txHash={sent.txHash} isOld={Date.now() - sent.sentAt > patienceMs} />;
  return <Sending refund={refund} refunds={refunds} />;
}

function Sent({ refundId, txHash, isOld }: { refundId: string; txHash: string; isOld: boolean }) {
  const explorer = useExplorer();
  return (
    <Stack>
      <Listening>Sent. Counted as refunded once the transfer is confirmed.</Listening>
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

function Sending({ refund, refunds }: OpenRefundProps) {
  const cancel = useCancelRefund();
  return (
    <Stack>
      {cancel.error && (
        <Alert tone="bad" title={errorMessage(cancel.error, "The refund could not be cancelled. Please try again.")} announce />
      )}
      <Suspense fallback={<Skeleton width="100%" height="9rem" />}>
        <SendRefund refund={refund} from={refunds.from} onSent={(txHash) => sentTransfers.remember(refund._id, txHash, new Date())} />
      </Suspense>
      <Button variant="quiet" size="small" busy={cancel.isPending} onClick={() => cancel.mutate({ refundId: refund._id })}>
        Do not send it
      </Button>
    </Stack>
  );
}
