import { Suspense } from "react";
import { lazyOptional } from "../../../lib/loading/lazy-optional.ts";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { Timeline } from "../../../ui/timeline.tsx";
import { aboutTime, type CheckoutView, isQueued, sentTransferKey } from "./checkout-stage.ts";
import styles from "./checkout.module.css";
import { Payee } from "./payee.tsx";
import { payerSteps } from "./payer-steps.ts";
import type { SentTransfer } from "../../wallet/sent-transfers.ts";
import { StrayMoney } from "./stray-money.tsx";

const UnseenTransfer = lazyOptional(async () => (await import("./unseen-transfer.tsx")).UnseenTransfer);

interface FollowingProps {
  reference: string;
  view: CheckoutView;
  sent: SentTransfer | null;
}

/** Shows the progress of a payment under way, in three steps for the payer. */
export function Following({ reference, view, sent }: FollowingProps) {
  const { transfer } = view;
  const hash = transfer?.txHash ?? sent?.txHash ?? view.relay?.txHash;
  return (
    <>
      <Payee view={view} title={`Paying ${view.merchant}`} />
      <section className={styles.ruled}>
        <Stack wide>
          <Timeline events={payerSteps(view, sent)} label="Steps" />
          {isQueued(view) && view.relay?.place && <Place {...view.relay.place} />}
          {sent && !transfer && (
            <Suspense fallback={null}>
              <UnseenTransfer name={sentTransferKey(view)} sent={sent} />
            </Suspense>
          )}
          {isQueued(view) && !view.relayAvailable && <QueueStands />}
          <StrayMoney reference={reference} view={view} />
          {hash && (
            <DescriptionList kind="right" ruled tight>
              <Description label="Transaction">
                <Hash value={hash} shape="list" explorerUrl={transfer?.explorerUrl ?? undefined} />
              </Description>
            </DescriptionList>
          )}
        </Stack>
      </section>
    </>
  );
}

/** Shows the queue position of a signed payment. */
function Place({ number, seconds }: { number: number; seconds: number }) {
  return (
    <p>
      Your payment is number {number.toLocaleString("en-US")}, {aboutTime(seconds)}.
    </p>
  );
}

/** Says that a signed payment cannot be sent at the moment. Nothing has moved, so the payer can wait or cancel. */
function QueueStands() {
  return (
    <Alert tone="waiting" title="Sending it takes longer than usual">
      Nothing has moved yet. Your signature is used as soon as the network can take it. You may also cancel, and send the payment yourself
      from a new checkout.
    </Alert>
  );
}
