import { Amount } from "../../ui/amount.tsx";
import { Description } from "../../ui/description-list.tsx";
import { Hash } from "../../ui/hash.tsx";
import { Time } from "../../ui/moment.tsx";
import { Text } from "../../ui/typography.tsx";
import { centsOf } from "../../kit/cents.ts";
import { useExplorer } from "../payments/use-network.ts";
import { OwedSince } from "./dispute-mark.tsx";
import type { Dispute } from "./use-disputes.ts";

/** Facts about a sent refund: amount, time and transaction. */
export function RefundedFacts({ refund }: { refund: Pick<NonNullable<Dispute["refund"]>, "amount" | "refundedAt" | "transactionHash"> }) {
  const explorer = useExplorer();
  const { amount, refundedAt, transactionHash } = refund;
  return (
    <>
      <Description label="Refunded">
        <Amount cents={centsOf(amount)} size={22} unit="USDC" />
      </Description>
      <Description label="Refunded on">{refundedAt && <Time at={refundedAt} shape="minute" />}</Description>
      <Description label="Refund transaction">
        {transactionHash && (
          <Hash value={transactionHash} shape="detail" what="refund transaction" explorerUrl={explorer.transactionUrl(transactionHash)} />
        )}
      </Description>
    </>
  );
}

/** Facts about the refund of an approved dispute: since when it is owed, or when and by which transaction it was sent. */
export function RefundFacts({ refund, merchant }: { refund: NonNullable<Dispute["refund"]>; merchant: string }) {
  const { status, amount, owedSince } = refund;
  if (status === "refunded") return <RefundedFacts refund={refund} />;
  return (
    <>
      <Description label="Refund owed">
        <Amount cents={centsOf(amount)} size={22} unit="USDC" />
        <Text size="note" muted>
          {merchant} sends it to your wallet. It counts as refunded once it has been seen on the chain.
        </Text>
      </Description>
      <Description label="Owed since">{owedSince && <OwedSince at={owedSince} />}</Description>
    </>
  );
}
