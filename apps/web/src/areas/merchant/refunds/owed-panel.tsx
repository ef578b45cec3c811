import { formatUsd } from "@hearth/domain/money";
import { useState } from "react";
import { Amount } from "../../../ui/amount.tsx";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/empty.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { Note } from "../../../ui/note.tsx";
import { Sheet } from "../../../ui/page.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { Status } from "../../../kit/status/status.tsx";
import { Heading, Text } from "../../../ui/words.tsx";
import { OwedSince } from "../../../features/disputes/owed-since.tsx";
import type { Dispute } from "../../../features/disputes/use-disputes.ts";
import { useExplorer } from "../../../features/payments/use-network.ts";
import { OddRefundTransfers, oddTransfersOf } from "./odd-refund-transfers.tsx";
import { OpenRefund } from "./open-refund.tsx";
import { type PaymentRefunds, type Refund, refundOf, useRefundActions, useRefunds } from "./use-refunds.ts";

/**
 * What an approved dispute is owed: since when, whether it was paid, and the way to pay it in one step. What came too short counts as soon as
 * the refunds show it, also where the dispute itself does not say so yet.
 */
export function OwedPanel({ dispute, resolvedAt, cents }: { dispute: Dispute; resolvedAt: string | null; cents: number }) {
  const refunds = useRefunds(dispute.paymentId._id);
  const refund = refundOf(dispute, refunds.data?.items);
  const odd = refunds.data ? oddTransfersOf(dispute, refunds.data) : [];
  const short = odd.filter(({ problem }) => problem === "short");
  const left = cents - sumCents(short);
  const isPaid = refund?.status === "completed" || dispute.refund?.status === "refunded" || left <= 0;
  const refundedAt = refund?.completedAt ?? dispute.refund?.refundedAt ?? (left <= 0 ? short.at(-1)?.at : undefined);
  const hash = refund?.transactionHash ?? dispute.refund?.transactionHash;
  return (
    <Sheet as="section" label="Refund">
      <Stack>
        <div>
          <Heading size="label">{isPaid ? "Refunded" : "Refund owed"}</Heading>
          <Amount cents={cents} size={37} unit="USDC" />
        </div>
        <Facts kind="right">
          <Fact label="To">
            {dispute.userId.firstName} {dispute.userId.lastName}
          </Fact>
          <Fact label="Owed since">{!isPaid && resolvedAt ? <OwedSince at={resolvedAt} /> : null}</Fact>
          <Fact label="Wallet">{toAddress(refund, refunds.data?.to)}</Fact>
          <Fact label="Refunded">{isPaid && refundedAt ? <Moment at={refundedAt} shape="minute" /> : null}</Fact>
          <Fact label="Transaction">{hash && <SentHash hash={hash} />}</Fact>
        </Facts>
        <OddRefundTransfers transfers={odd} />
        {isPaid ? (
          <Status of="payment" value="refunded" flush />
        ) : refund && refunds.data ? (
          <OpenRefund refund={refund} refunds={refunds.data} />
        ) : refunds.data ? (
          <Begin dispute={dispute} left={left} isPart={left < cents} to={refunds.data.to} />
        ) : (
          refunds.isError && (
            <ErrorState onRetry={() => void refunds.refetch()} busy={refunds.isFetching}>
              Failed to load dispute details
            </ErrorState>
          )
        )}
      </Stack>
    </Sheet>
  );
}

/** What transfers come to together, in whole cents. */
function sumCents(transfers: PaymentRefunds["oddTransfers"]): number {
  return Number(transfers.reduce((sum, { usdcUnits }) => sum + BigInt(usdcUnits), 0n) / 10_000n);
}

function toAddress(refund: Refund | undefined, known: string | null | undefined) {
  const address = refund?.to ?? known;
  return address ? <Hash value={address} shape="address" what="payer's wallet" /> : null;
}

function SentHash({ hash }: { hash: string }) {
  const explorer = useExplorer();
  return <Hash value={hash} explorerUrl={explorer.transactionUrl(hash)} />;
}

interface BeginProps {
  dispute: Dispute;
  /** What is still owed, in cents: all of it, or the rest after what came too short. */
  left: number;
  isPart: boolean;
  /** The payer's wallet. */
  to: string | null;
}

function Begin({ dispute, left, isPart, to }: BeginProps) {
  const { begin } = useRefundActions();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  if (to === null) {
    return <Note tone="waiting" title="The payer has no proven wallet to send it to. Please ask them to connect one." />;
  }
  return (
    <>
      {failure && <Note tone="bad" title={failure} announce />}
      <Button
        look="primary"
        wide
        busy={isBusy}
        onClick={async () => {
          setBusy(true);
          setFailure(await begin({ disputeId: dispute._id }));
          setBusy(false);
        }}
      >
        {isPart ? `Refund the rest, ${formatUsd(left)}` : `Refund ${formatUsd(left)}`}
      </Button>
      <Text size="note" muted>
        Counted as refunded once the transfer is confirmed on Base.
      </Text>
    </>
  );
}
