import { useEffect } from "react";
import { ConnectionLost } from "../../../ui/connection-lost.tsx";
import { Countdown } from "../../../ui/countdown.tsx";
import { Listening } from "../../../ui/listening.tsx";
import { Text } from "../../../ui/words.tsx";
import { CheckoutShell } from "../../../kit/shell/checkout-shell.tsx";
import { CancelCheckout } from "./cancel-checkout.tsx";
import { type CheckoutStage, checkoutStage, type CheckoutView, isQueued } from "./checkout-stage.ts";
import { Completed, EndedUnpaid } from "./ended.tsx";
import { Following } from "./following.tsx";
import styles from "./checkout.module.css";
import { OpenCheckout, type PayWay } from "./open-checkout.tsx";
import { Payee } from "./payee.tsx";
import { useCloseWhen } from "./popup.ts";
import { useDeadline, useHasPassed } from "./use-checkout.ts";
import { sentTransfers, useSentTransfer } from "./use-sent-transfer.ts";

interface CheckoutProps {
  reference: string;
  view: CheckoutView;
  way: PayWay | undefined;
  /** Whether the server cannot be reached at the moment; what was known before is shown. */
  isAway: boolean;
}

/** One checkout from its first look to its end. */
export function Checkout({ reference, view, way, isAway }: CheckoutProps) {
  const deadline = useDeadline(view);
  const sent = useSentTransfer(view.paymentId);
  const stage = checkoutStage({ view, isOver: useHasPassed(deadline), hasSent: sent !== null });
  useForgetSeen(view);
  useCloseWhen(stage === "completed" || stage === "cancelled");
  return (
    <CheckoutShell end={<HeadEnd stage={stage} deadline={deadline} />} foot={<Foot stage={stage} reference={reference} view={view} />}>
      {isAway && (
        <div className={styles.away}>
          <ConnectionLost />
        </div>
      )}
      {stage === "open" && <OpenCheckout reference={reference} view={view} way={way} />}
      {stage === "timeUp" && <TimeUp view={view} />}
      {(stage === "sending" || stage === "confirming") && <Following reference={reference} view={view} sent={sent} />}
      {stage === "completed" && <Completed reference={reference} view={view} />}
      {(stage === "cancelled" || stage === "failed") && <EndedUnpaid reference={reference} view={view} />}
    </CheckoutShell>
  );
}

/** Once the server has seen the money, nothing needs to be remembered here. */
function useForgetSeen({ paymentId, transfer }: CheckoutView): void {
  const isSeen = transfer !== null;
  useEffect(() => {
    if (isSeen) sentTransfers.forget(paymentId);
  }, [isSeen, paymentId]);
}

const headWords: Record<Exclude<CheckoutStage, "open" | "timeUp">, string> = {
  sending: "Sent",
  confirming: "Sent",
  completed: "Paid",
  cancelled: "Cancelled",
  failed: "Expired",
};

function HeadEnd({ stage, deadline }: { stage: CheckoutStage; deadline: Date }) {
  if (stage === "open" || stage === "timeUp") return <Countdown until={deadline} />;
  return (
    <Text as="span" muted strong>
      {headWords[stage]}
    </Text>
  );
}

function Foot({ stage, reference, view }: { stage: CheckoutStage; reference: string; view: CheckoutView }) {
  const canCancel = stage === "open" || (stage === "sending" && isQueued(view));
  if (!canCancel && (stage === "sending" || stage === "confirming")) {
    return <Text size="note">You may close this window. The payment finishes without it, and the receipt will be on your dashboard.</Text>;
  }
  return (
    <>
      {canCancel ? <CancelCheckout reference={reference} view={view} /> : <span />}
      <span>
        Reference <code>{view.code}</code>
      </span>
    </>
  );
}

function TimeUp({ view }: { view: CheckoutView }) {
  return (
    <>
      <Payee view={view} title={`Pay ${view.merchant}`} />
      <Listening>Time is up. Looking at the network once more</Listening>
    </>
  );
}
