import { centsToDecimal, formatUsd } from "@hearth/domain/money";
import { Permitted } from "../../../kit/permission.tsx";
import { errorMessage } from "../../../lib/api-error.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/empty.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Card } from "../../../ui/page.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { Status } from "../../../kit/status/status.tsx";
import { Heading, Text } from "../../../ui/typography.tsx";
import { OwedSince } from "../../../features/disputes/dispute-mark.tsx";
import type { Dispute } from "../../../features/disputes/use-disputes.ts";
import { centsOf } from "../../../kit/cents.ts";
import { useExplorer } from "../../../features/payments/use-network.ts";
import { AskPayer } from "./ask-payer.tsx";
import { OddRefundTransfers, oddTransfersOf } from "./odd-refund-transfers.tsx";
import { OpenRefund } from "./open-refund.tsx";
import { ProveRefundWallet } from "./prove-refund-wallet.tsx";
import { type PaymentRefunds, type Refund, refundOf, useAskPayer, useBeginRefund, useRefunds } from "./use-refunds.ts";

/**
 * The refund of an approved dispute: since when it is owed, whether it was paid, and the way to pay it.
 * Prefers the refunds' data over the dispute's, because refunds are refetched more often.
 */
export function OwedPanel({ dispute, resolvedAt, cents }: { dispute: Dispute; resolvedAt: string | null; cents: number }) {
  const refunds = useRefunds(dispute.paymentId._id);
  const refund = refundOf(dispute, refunds.data?.items);
  const odd = refunds.data ? oddTransfersOf(dispute, refunds.data) : [];
  const refundStatus = refunds.data?.owed.find(({ disputeId }) => disputeId === dispute._id) ?? dispute.refund;
  const isPaid = refundStatus?.status !== "owed";
  return (
    <Card as="section" label="Refund">
      <Stack>
        <div>
          <Heading size="label">{isPaid ? "Refunded" : "Refund owed"}</Heading>
          <Amount cents={cents} size={34} unit="USDC" />
        </div>
        <DescriptionList kind="right">
          <Description label="To">
            {dispute.userId.firstName} {dispute.userId.lastName}
          </Description>
          <Description label="Owed since">{!isPaid && resolvedAt ? <OwedSince at={resolvedAt} /> : null}</Description>
          <Description label="Wallet">{toAddress(refund, refunds.data?.to)}</Description>
          <Description label="Refunded">{refundStatus?.refundedAt && <Time at={refundStatus.refundedAt} shape="minute" />}</Description>
          <Description label="Transaction">{refundStatus?.transactionHash && <SentHash hash={refundStatus.transactionHash} />}</Description>
        </DescriptionList>
        <OddRefundTransfers transfers={odd} />
        {isPaid ? (
          <Status kind="payment" value="refunded" />
        ) : refund && refunds.data ? (
          <OpenRefund refund={refund} refunds={refunds.data} />
        ) : refunds.data ? (
          <Permitted least="manager" whileSuspended>
            <Begin
              dispute={dispute}
              refundableCents={centsOf(refundStatus.stillOwed)}
              isPart={refundStatus.stillOwed < refundStatus.amount}
              refunds={refunds.data}
            />
          </Permitted>
        ) : (
          refunds.isError && (
            <ErrorState onRetry={() => void refunds.refetch()} busy={refunds.isFetching}>
              Failed to load dispute details
            </ErrorState>
          )
        )}
      </Stack>
    </Card>
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

interface BeginProps {
  dispute: Dispute;
  /** Amount still owed in cents: all of it, or the rest after an underpaid refund. */
  refundableCents: number;
  isPart: boolean;
  refunds: PaymentRefunds;
}

function Begin({ dispute, refundableCents, isPart, refunds }: BeginProps) {
  const begin = useBeginRefund();
  const ask = useAskPayer();
  if (refunds.to === null) {
    return (
      <AskPayer
        refunds={refunds}
        busy={ask.isPending}
        failure={ask.error ? errorMessage(ask.error) : undefined}
        onAsk={() => ask.mutate({ paymentId: dispute.paymentId._id, amount: centsToDecimal(refundableCents) })}
      />
    );
  }
  if (refunds.isWalletNeeded) return <ProveRefundWallet />;
  return (
    <>
      {begin.error && <Alert tone="bad" title={errorMessage(begin.error)} announce />}
      <Button variant="primary" wide busy={begin.isPending} onClick={() => begin.mutate({ disputeId: dispute._id })}>
        {isPart ? `Refund the rest, ${formatUsd(refundableCents)}` : `Refund ${formatUsd(refundableCents)}`}
      </Button>
      <Text size="note" muted>
        Counted as refunded once the transfer is confirmed on Base.
      </Text>
    </>
  );
}
