import { lazyOptional } from "../../../lib/loading/lazy-optional.ts";
import { Suspense, useEffect, useState } from "react";
import { errorCode, errorMessage } from "../../../lib/api-error.ts";
import { useSession } from "../../../lib/session.ts";
import { trpc } from "../../../lib/trpc.ts";
import { ConnectionLost } from "../../../ui/connection-lost.tsx";
import { Countdown } from "../../../ui/countdown.tsx";
import { Listening } from "../../../ui/listening.tsx";
import { Text } from "../../../ui/typography.tsx";
import { CheckoutShell } from "../../../kit/shell/checkout-shell.tsx";
import { arrivedSentence } from "../arrived-sentence.ts";
import {
  type CheckoutStage,
  checkoutStage,
  type CheckoutView,
  confirmedShare,
  isQueued,
  sentTransferKey,
  stageWord,
} from "./checkout-stage.ts";
import { Completed, EndedUnpaid } from "./ended.tsx";
import { Following } from "./following.tsx";
import { OpenCheckout } from "./open-checkout.tsx";
import type { PayWay } from "./pay-way.ts";
import { Payee } from "./payee.tsx";
import { useCloseWhen, isPopup } from "./popup.ts";
import { useDeadline } from "../use-deadline.ts";
import { useHasPassed } from "./use-checkout.ts";
import { sentTransfers, useSentTransfer } from "../../wallet/use-sent-transfer.ts";
import { TextButton } from "../../../ui/text-anchor.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import styles from "./checkout.module.css";

const Band = lazyOptional(async () => (await import("../../../ui/band.tsx")).Band);

interface CheckoutProps {
  reference: string;
  view: CheckoutView;
  /** When the view arrived, in milliseconds since 1970. */
  heardAt: number;
  way: PayWay | undefined;
  /** True while the server cannot be reached. The last known state stays visible. */
  isAway: boolean;
}

/** Renders a checkout in all of its states. */
export function Checkout({ reference, view, heardAt, way, isAway }: CheckoutProps) {
  const deadline = useDeadline(view, heardAt);
  const sent = useSentTransfer(sentTransferKey(view));
  const stage = checkoutStage({ view, isOver: useHasPassed(deadline), hasSent: sent !== null });
  useClearSeenTransfer(view);
  useCloseWhen(stage === "completed" || stage === "cancelled");
  return (
    <CheckoutShell
      isNow={isUnderWay(stage)}
      band={
        <Suspense fallback={<div className={styles.band} />}>
          <Band
            hash={view.transfer?.txHash ?? sent?.txHash ?? view.relay?.txHash ?? view.binding}
            share={confirmedShare(stage, view)}
            isNow={stage === "confirming"}
          />
        </Suspense>
      }
      end={<HeadEnd stage={stage} view={view} deadline={deadline} />}
      foot={<Foot stage={stage} view={view} />}
    >
      {isAway && (
        <div className={styles.away}>
          <ConnectionLost />
        </div>
      )}
      {stage === "open" && <OpenCheckout reference={reference} view={view} way={way} />}
      {stage === "timeUp" && <TimeUp view={view} />}
      {(stage === "sending" || stage === "confirming") && <Following reference={reference} view={view} sent={sent} />}
      {stage === "arrived" && <Arrived view={view} />}
      {stage === "completed" && <Completed reference={reference} view={view} />}
      {(stage === "cancelled" || stage === "failed") && <EndedUnpaid reference={reference} view={view} />}
    </CheckoutShell>
  );
}

/** Removes the stored transfer once the server has seen the money. */
function useClearSeenTransfer(view: CheckoutView): void {
  const isSeen = view.transfer !== null;
  const name = sentTransferKey(view);
  useEffect(() => {
    if (isSeen) sentTransfers.forget(name);
  }, [isSeen, name]);
}

interface HeadEndProps {
  stage: CheckoutStage;
  view: CheckoutView;
  deadline: Date;
}

function HeadEnd({ stage, view, deadline }: HeadEndProps) {
  const label = stageWord(stage, view);
  if (label === undefined) return <Countdown until={deadline} />;
  return <span className={isUnderWay(stage) ? styles.now : styles.over}>{label}</span>;
}

function isUnderWay(stage: CheckoutStage): boolean {
  return stage === "sending" || stage === "arrived" || stage === "confirming";
}

function Foot({ stage, view }: { stage: CheckoutStage; view: CheckoutView }) {
  const canCancel = stage === "open" || (stage === "sending" && isQueued(view));
  if (!canCancel && (stage === "sending" || stage === "arrived" || stage === "confirming")) {
    return <Text size="note">You may close this window. The payment finishes without it, and the receipt will be on your dashboard.</Text>;
  }
  return (
    <>
      {canCancel ? <CancelCheckout view={view} /> : <span />}
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

/** State of a purchase whose money has reached the merchant before the onramp confirmed it. */
function Arrived({ view }: { view: CheckoutView }) {
  return (
    <>
      <Payee view={view} title={`Paying ${view.merchant}`} />
      <Listening>Waiting for Coinbase to confirm your purchase</Listening>
      <Text>{arrivedSentence(view.merchant)}</Text>
    </>
  );
}

/** Cancels the payment, or only its top-up, for the signed-in payer. Anybody else can only leave, and sees a message that says so. */
function CancelCheckout({ view }: { view: Pick<CheckoutView, "paymentId" | "topUpOf"> }) {
  const { authToken } = useSession();
  const [isLeaveHintShown, setLeaveHintShown] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { paymentId } = view;
  const leave = () => (isPopup() ? window.close() : setLeaveHintShown(true));
  const outcome = {
    onError: (error: unknown) => {
      if (errorCode(error) === "NOT_FOUND" || errorCode(error) === "UNAUTHENTICATED") leave();
      else toast.failure(errorMessage(error));
    },
  };
  const cancelPayment = trpc.payments.cancel.useMutation(outcome);
  const giveUp = trpc.payments.giveUpTopUp.useMutation(outcome);
  const cancel = view.topUpOf === null ? cancelPayment : giveUp;

  if (isLeaveHintShown) return <span>You can close this page. The checkout ends automatically.</span>;
  if (!isAsking) {
    return (
      <TextButton size="small" onClick={() => (authToken === null ? leave() : setAsking(true))}>
        Cancel
      </TextButton>
    );
  }
  return (
    <span className={styles.center} role="group" aria-label="Cancel this payment?">
      Cancel this payment?
      <TextButton
        size="small"
        aria-busy={cancel.isPending || undefined}
        onClick={() => {
          if (!cancel.isPending) cancel.mutate({ paymentId });
        }}
      >
        Cancel payment
      </TextButton>
      <TextButton size="small" onClick={() => setAsking(false)}>
        Keep paying
      </TextButton>
    </span>
  );
}
