import { useEffect, useState } from "react";
import { useTransactionReceipt } from "wagmi";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { TextButton } from "../../../ui/text-anchor.tsx";
import { Timeline } from "../../../ui/timeline.tsx";
import { aboutTime, type CheckoutView, isQueued, sentFrom } from "./checkout-stage.ts";
import styles from "./checkout.module.css";
import { Payee } from "./payee.tsx";
import { payerSteps } from "./payer-steps.ts";
import type { SentTransfer } from "./sent-transfers.ts";
import { StrayMoney } from "./stray-money.tsx";
import { sentTransfers } from "./use-sent-transfer.ts";

interface FollowingProps {
  reference: string;
  view: CheckoutView;
  sent: SentTransfer | null;
}

/** A payment on its way, in the three steps that its payer knows. */
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
          {sent && !transfer && <Unseen name={sentFrom(view)} sent={sent} />}
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

/** Where a signed payment stands while others go before it. */
function Place({ number, seconds }: { number: number; seconds: number }) {
  return (
    <p>
      Your payment is number {number.toLocaleString("en-US")}, {aboutTime(seconds)}.
    </p>
  );
}

/** A signed payment that cannot be handed over: nothing has moved, so its payer may wait or take it back. */
function QueueStands() {
  return (
    <Alert tone="waiting" title="Handing it over takes longer than usual">
      Nothing has moved yet. Your signature is used as soon as the network can take it. You may also cancel, and send the payment yourself
      from a new checkout.
    </Alert>
  );
}

const receiptPollMs = 2_000;
/** Thirty blocks: by then a transfer with a sensible fee has been taken. */
const patienceMs = 60_000;

/** A transfer that this browser sent and the server has not seen: was it refused, or does it take unusually long? */
function Unseen({ name, sent }: { name: string; sent: SentTransfer }) {
  const { data } = useTransactionReceipt({
    hash: sent.txHash,
    query: { retry: false, refetchInterval: ({ state }) => (state.data ? false : receiptPollMs) },
  });
  const isLong = useIsLong(sent.sentAt + patienceMs);
  const again = (
    <TextButton size="small" onClick={() => sentTransfers.forget(name)}>
      Pay again
    </TextButton>
  );
  if (data?.status === "reverted") {
    return (
      <Alert tone="bad" title="The network refused the transfer. No money has moved." announce>
        {again}
      </Alert>
    );
  }
  if (!isLong) return null;
  return (
    <Alert tone="waiting" title="The network has not shown this transfer yet">
      <p>It is recognised whenever it arrives. Only if your wallet says that it failed or was cancelled:</p>
      {again}
    </Alert>
  );
}

function useIsLong(until: number): boolean {
  const [isLong, setLong] = useState(() => Date.now() >= until);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), Math.max(0, until - Date.now()));
    return () => clearTimeout(timer);
  }, [until]);
  return isLong;
}
