import type { ReactNode } from "react";
import { Amount } from "../../../ui/amount.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Confirmations } from "../../../ui/meter.tsx";
import { zoneDay } from "../../../ui/dates.ts";
import { Time } from "../../../ui/moment.tsx";
import { Status } from "../../../kit/status/status.tsx";
import { Text } from "../../../ui/typography.tsx";
import { centsOf } from "../../../kit/cents.ts";
import { Claims } from "../../../features/payments/claims/claims.tsx";
import { OddMoney } from "../../../features/payments/odd-money.tsx";
import { BillLines } from "../../../features/payments/bill-lines.tsx";
import { PaymentStatusMark } from "../../../features/payments/payment-columns.tsx";
import { paymentTimeline } from "../../../features/payments/payment-timeline.ts";
import type { PaymentDetail } from "../../../features/payments/use-live-payment.ts";
import { AmountHead, FactsAndTimeline, MoneyNotes, PaidBy, WalletAddress } from "../../../features/payments/transaction-parts.tsx";
import { AskedRefundWallet, KnownRefundWallet } from "../../../features/refunds/refund-wallet.tsx";
import { RefundedFacts } from "../../../features/disputes/refund-facts.tsx";
import styles from "./detail.module.css";
import { TimeZoneContext } from "../../../ui/time-zone.ts";

/** Characters of a description that the dialog's title shows on any screen. The facts repeat a longer one in full. */
const titleLength = 60;

/** Facts about a payment: amount, status, notes, `first`, details and timeline. */
export function PaymentFacts({ payment, first, isProving }: { payment: PaymentDetail; first: ReactNode; isProving: boolean }) {
  const isOnItsWay = payment.status !== "completed" && payment.transfer !== null;
  return (
    <TimeZoneContext value={payment.timeZone}>
      <AmountHead amount={payment.amount}>
        <PaymentStatusMark payment={payment} answer />
      </AmountHead>
      <MoneyNotes>
        <OddMoney payment={payment} />
        {payment.status === "completed" ? (
          <AskedRefundWallet paymentId={payment.id} isProving={isProving} />
        ) : (
          <Claims payment={payment} isSeen={payment.transfer !== null || payment.hasArrived} />
        )}
      </MoneyNotes>
      {isOnItsWay && payment.transfer && (
        <div className={styles.meter}>
          <Confirmations count={payment.transfer.confirmations} needed={payment.transfer.needed} />
        </div>
      )}
      {first && <div className={styles.first}>{first}</div>}
      <FactsAndTimeline events={paymentTimeline(payment)} shape={isWithinADay(payment) ? "time" : "minute"}>
        <FactList payment={payment} />
      </FactsAndTimeline>
      {payment.status === "completed" && <KnownRefundWallet paymentId={payment.id} />}
    </TimeZoneContext>
  );
}

function FactList({ payment }: { payment: PaymentDetail }) {
  return (
    <DescriptionList>
      <Description label="Paid to">{payment.merchant}</Description>
      <Description label="For">{payment.bill && <BillLines bill={payment.bill} tight />}</Description>
      <Description label="Description">{payment.description.length > titleLength ? payment.description : null}</Description>
      <Description label="Date">
        <Time at={payment.createdAt} shape="minute" />
      </Description>
      <Description label="Apartment">{payment.aptNumber}</Description>
      <Description label="Network">{payment.blockchainNetwork}</Description>
      <Description label="Transaction">
        <PaidBy
          hash={payment.blockchainTxHash}
          parts={payment.status === "completed" ? payment.parts : []}
          hasArrived={payment.hasArrived}
        />
      </Description>
      <Description label="Recipient wallet">
        <WalletAddress address={payment.walletAddress} what="recipient wallet" />
      </Description>
      <Description label="Payment ID">
        <Hash value={payment.id} shape="detail" what="payment ID" />
      </Description>
      <Description label="Notes">{payment.notes}</Description>
      <Description label="Dispute">
        {payment.disputeStatus === null ? (
          <Text as="span" muted>
            None
          </Text>
        ) : (
          <Status kind="dispute" value={payment.disputeStatus} />
        )}
      </Description>
      {payment.disputeResolution && (
        <Description label="Resolution">
          <Status kind="result" value={payment.disputeResolution.result} />
          {payment.disputeResolution.resultReason && <Text size="note">{payment.disputeResolution.resultReason}</Text>}
        </Description>
      )}
      <GivenRefunds payment={payment} />
    </DescriptionList>
  );
}

/** True if every event is on the day the payment was created, so that times without dates are enough. */
function isWithinADay({ createdAt, timeline, timeZone }: PaymentDetail): boolean {
  const days = new Set([createdAt, ...timeline.map(({ at }) => at)].map((at) => zoneDay(new Date(at), timeZone)));
  return timeline.length > 0 && days.size === 1;
}

/** Lists refunds given without a dispute, each on its way or with its transaction. */
function GivenRefunds({ payment: { refunds, merchant } }: { payment: PaymentDetail }) {
  return refunds.map((refund) =>
    refund.status === "refunded" ? (
      <RefundedFacts key={refund._id} refund={refund} />
    ) : (
      <Description key={refund._id} label="Refund on its way">
        <Amount cents={centsOf(refund.amount)} size={22} unit="USDC" />
        <Text size="note" muted>
          {merchant} sends it to your wallet. It counts as refunded once it has been seen on the chain.
        </Text>
      </Description>
    ),
  );
}
