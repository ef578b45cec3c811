import { Amount } from "../../../ui/amount.tsx";
import { Fact } from "../../../ui/facts.tsx";
import { Text } from "../../../ui/words.tsx";
import { RefundedFacts } from "../../../features/disputes/refund-facts.tsx";
import { centsOf } from "../../../kit/cents.ts";
import type { PaymentDetail } from "../../../features/payments/use-live-payment.ts";

/** What the merchant gives back of a payment without a dispute: each refund, on its way or with its transaction. */
export function GivenRefunds({ payment: { refunds, merchant } }: { payment: PaymentDetail }) {
  return refunds.map((refund) =>
    refund.status === "refunded" ? (
      <RefundedFacts key={refund._id} refund={refund} />
    ) : (
      <Fact key={refund._id} label="Refund on its way">
        <Amount cents={centsOf(refund.amount)} size={22} unit="USDC" />
        <Text size="note" muted>
          {merchant} sends it to your wallet. It counts as refunded once it has been seen on the chain.
        </Text>
      </Fact>
    ),
  );
}
