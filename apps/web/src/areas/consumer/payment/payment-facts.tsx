import { Amount } from "../../../ui/amount.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Confirmations } from "../../../ui/meter.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { Status } from "../../../kit/status/status.tsx";
import { Text } from "../../../ui/words.tsx";
import { centsOf } from "../../../kit/cents.ts";
import { OddMoney } from "../../../features/payments/odd-money.tsx";
import { PaymentStatusMark } from "../../../features/payments/payment-columns.tsx";
import { paymentLife } from "../../../features/payments/payment-life.ts";
import type { PaymentDetail } from "../../../features/payments/use-live-payment.ts";
import { AmountHead, FactsAndTimeline, MoneyNotes, TransactionHash, WalletAddress } from "../../../features/payments/transaction-parts.tsx";
import { RefundedFacts } from "../../../features/disputes/refund-facts.tsx";
import styles from "./detail.module.css";

/** What the dialog's title shows of a description on any screen; a longer one is told whole among the facts. */
const titleLength = 60;

/** What is known about a payment: its amount and status, its facts, and its life. */
export function PaymentFacts({ payment }: { payment: PaymentDetail }) {
  const isOnItsWay = payment.status === "pending" && payment.transfer !== null;
  return (
    <>
      <AmountHead amount={payment.amount}>
        <PaymentStatusMark payment={payment} answer />
      </AmountHead>
      <MoneyNotes>
        <OddMoney payment={payment} />
      </MoneyNotes>
      {isOnItsWay && payment.transfer && (
        <div className={styles.meter}>
          <Confirmations count={payment.transfer.confirmations} needed={payment.transfer.needed} />
        </div>
      )}
      <FactsAndTimeline events={paymentLife(payment)} shape={isWithinADay(payment) ? "time" : "minute"}>
        <FactList payment={payment} />
      </FactsAndTimeline>
    </>
  );
}

function FactList({ payment }: { payment: PaymentDetail }) {
  return (
    <Facts>
      <Fact label="Merchant">{payment.merchant}</Fact>
      <Fact label="Description">{payment.description.length > titleLength ? payment.description : null}</Fact>
      <Fact label="Date">
        <Moment at={payment.createdAt} shape="minute" />
      </Fact>
      <Fact label="Apartment">{payment.aptNumber}</Fact>
      <Fact label="Network">{payment.blockchainNetwork}</Fact>
      <Fact label="Transaction">
        <TransactionHash hash={payment.blockchainTxHash} />
      </Fact>
      <Fact label="Recipient wallet">
        <WalletAddress address={payment.walletAddress} what="recipient wallet" />
      </Fact>
      <Fact label="Payment ID">
        <Hash value={payment.id} shape="detail" what="payment ID" />
      </Fact>
      <Fact label="Notes">{payment.notes}</Fact>
      <Fact label="Dispute">
        {payment.disputeStatus === null ? (
          <Text as="span" muted>
            None
          </Text>
        ) : (
          <Status of="dispute" value={payment.disputeStatus} />
        )}
      </Fact>
      {payment.disputeResolution && (
        <Fact label="Resolution">
          <Status of="result" value={payment.disputeResolution.result} />
          {payment.disputeResolution.resultReason && <Text size="note">{payment.disputeResolution.resultReason}</Text>}
        </Fact>
      )}
      <GivenRefunds payment={payment} />
    </Facts>
  );
}

/** Times alone are enough where everything happened within a day of the payment's beginning. */
function isWithinADay({ createdAt, timeline }: PaymentDetail): boolean {
  const days = new Set(timeline.map(({ at }) => new Date(at).toDateString()));
  return days.size <= 1 && days.has(new Date(createdAt).toDateString());
}

/** What the merchant gives back of a payment without a dispute: each refund, on its way or with its transaction. */
function GivenRefunds({ payment: { refunds, merchant } }: { payment: PaymentDetail }) {
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
