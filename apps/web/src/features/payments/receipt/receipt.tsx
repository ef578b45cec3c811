import { centsToDecimal, formatUsd } from "@hearth/domain/money";
import type { ReactNode } from "react";
import { Amount } from "../../../ui/amount.tsx";
import { Rosette } from "../../../ui/rosette.tsx";
import { Description, DescriptionList, Total } from "../../../ui/description-list.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Card } from "../../../ui/page.tsx";
import { Status } from "../../../kit/status/status.tsx";
import { Text, Title } from "../../../ui/typography.tsx";
import { centsOf } from "../../../kit/cents.ts";
import type { PaymentDetail } from "../use-live-payment.ts";
import { useExplorer } from "../use-network.ts";
import { BillLines } from "../bill-lines.tsx";
import { PaidBy } from "../transaction-parts.tsx";
import { paymentTypeName } from "./receipt-text.ts";
import styles from "./receipt.module.css";

interface ReceiptProps {
  payment: PaymentDetail;
  /** Actions, shown below the facts. */
  children: ReactNode;
}

/** Receipt of a completed payment. Its rosette is drawn from the transaction hash. */
export function Receipt({ payment, children }: ReceiptProps) {
  const cents = centsOf(payment.amount);
  const paidAt = payment.completedAt ?? payment.createdAt;
  return (
    <Card as="article" pad={false} label="Receipt" className={styles.receipt}>
      <div className={styles.words}>
        <Title size="small">{payment.description}</Title>
        <p className={styles.amount}>
          <Amount cents={cents} size={88} />
        </p>
        <p className={styles.settled}>
          <Time at={paidAt} shape="minute" timeZone={payment.timeZone} />
          <Status kind="payment" value="completed" odd={payment.oddity === "none" ? undefined : payment.oddity} strong />
        </p>
        <ReceiptFacts payment={payment} paidAt={paidAt} />
        <BillLines bill={payment.bill} />
        <Total label="Amount">
          <data value={centsToDecimal(cents)}>{formatUsd(cents).slice(1)} USDC</data>
        </Total>
        {children}
        <Text size="note" muted className={styles.proof}>
          {settledSentence(payment)} The engraving is drawn from this transaction’s hash.
        </Text>
      </div>
      {payment.transactionHash !== null && <Rosette hash={payment.transactionHash} draws className={styles.rosette} />}
    </Card>
  );
}

function ReceiptFacts({ payment, paidAt }: { payment: PaymentDetail; paidAt: string }) {
  const explorer = useExplorer();
  const { walletAddress, transactionHash } = payment;
  return (
    <DescriptionList kind="receipt" ruled>
      <Description label="Merchant">{payment.merchant}</Description>
      <Description label="Apartment number">{payment.aptNumber}</Description>
      <Description label="Property">{propertyOf(payment)}</Description>
      <Description label="Payment type">{paymentTypeName(payment.paymentType)}</Description>
      <Description label="Date">
        <Time at={paidAt} shape="second" timeZone={payment.timeZone} />
      </Description>
      <Description label="Recipient wallet">
        <Hash value={walletAddress} shape="detail" what="recipient wallet" explorerUrl={explorer.addressUrl(walletAddress)} />
      </Description>
      <Description label={payment.parts.length === 0 ? "Transaction hash" : "Transaction hashes"}>
        {transactionHash !== null && <PaidBy hash={transactionHash} parts={payment.parts} hasArrived />}
      </Description>
    </DescriptionList>
  );
}

/** Returns the paid property, without the apartment that has its own line. */
function propertyOf({ place, aptNumber }: PaymentDetail): string | null {
  return aptNumber !== null && place?.endsWith(` ${aptNumber}`) ? place.slice(0, -aptNumber.length - 1) : place;
}

function settledSentence({ blockchainNetwork, transfer }: PaymentDetail): string {
  if (!transfer) return `Settled on ${blockchainNetwork}.`;
  return `Settled on ${blockchainNetwork} with ${transfer.needed} ${transfer.needed === 1 ? "confirmation" : "confirmations"}.`;
}
