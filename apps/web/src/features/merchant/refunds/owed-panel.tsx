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
import { Status } from "../../../ui/status.tsx";
import { Heading, Text } from "../../../ui/words.tsx";
import type { Dispute } from "../../disputes/use-disputes.ts";
import { useExplorer } from "../../payments/use-network.ts";
import { ageText } from "../../disputes/age-text.ts";
import { OpenRefund } from "./open-refund.tsx";
import { type Refund, refundOf, useRefundActions, useRefunds } from "./use-refunds.ts";

const dayMs = 86_400_000;

/** What an approved dispute is owed: since when, whether it was paid, and the way to pay it in one step. */
export function OwedPanel({ dispute, resolvedAt, cents }: { dispute: Dispute; resolvedAt: string | null; cents: number }) {
  const refunds = useRefunds(dispute.paymentId._id);
  const refund = refundOf(dispute, refunds.data?.items);
  const isPaid = refund?.status === "completed";
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
          <Fact label="Owed since">{!isPaid && resolvedAt ? <Since at={resolvedAt} /> : null}</Fact>
          <Fact label="Wallet">{toAddress(refund, refunds.data?.to)}</Fact>
          <Fact label="Refunded">{isPaid && refund.completedAt ? <Moment at={refund.completedAt} shape="minute" /> : null}</Fact>
          <Fact label="Transaction">{refund?.transactionHash && <SentHash hash={refund.transactionHash} />}</Fact>
        </Facts>
        {isPaid ? (
          <Status of="payment" value="refunded" flush />
        ) : refund ? (
          <OpenRefund refund={refund} />
        ) : refunds.data ? (
          <Begin disputeId={dispute._id} cents={cents} hasWallet={refunds.data.to !== null} />
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

function toAddress(refund: Refund | undefined, known: string | null | undefined) {
  const address = refund?.to ?? known;
  return address ? <Hash value={address} shape="address" what="payer's wallet" /> : null;
}

function SentHash({ hash }: { hash: string }) {
  const explorer = useExplorer();
  return <Hash value={hash} explorerUrl={explorer.transactionUrl(hash)} />;
}

function Since({ at }: { at: string }) {
  const days = Math.max(0, Math.floor((Date.now() - new Date(at).getTime()) / dayMs));
  return (
    <>
      <Moment at={at} />
      {days > 0 && `, ${ageText(days)}`}
    </>
  );
}

function Begin({ disputeId, cents, hasWallet }: { disputeId: string; cents: number; hasWallet: boolean }) {
  const { begin } = useRefundActions();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  if (!hasWallet) {
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
          setFailure(await begin({ disputeId }));
          setBusy(false);
        }}
      >
        Refund {formatUsd(cents)}
      </Button>
      <Text size="note" muted>
        Counted as refunded once the transfer is confirmed on Base.
      </Text>
    </>
  );
}
