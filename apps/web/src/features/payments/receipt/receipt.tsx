import { formatUsd } from "@hearth/domain/money";
import { Amount } from "../../../ui/amount.tsx";
import { Brand } from "../../../ui/brand.tsx";
import { Engraving } from "../../../ui/engraving.tsx";
import { Description, DescriptionList, Total } from "../../../ui/description-list.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Card } from "../../../ui/page.tsx";
import { Status } from "../../../kit/status/status.tsx";
import { Dot, Text, Title } from "../../../ui/typography.tsx";
import { centsOf } from "../../../kit/cents.ts";
import type { PaymentDetail } from "../use-live-payment.ts";
import { useExplorer } from "../use-network.ts";
import { PaidBy } from "../transaction-parts.tsx";
import { paymentTypeName } from "./receipt-text.ts";
import styles from "./receipt.module.css";

/** The receipt of a completed payment. Its engraving is drawn from the transaction hash. */
export function Receipt({ payment }: { payment: PaymentDetail }) {
  const cents = centsOf(payment.amount);
  const paidAt = payment.completedAt ?? payment.createdAt;
  return (
    <Card as="article" pad={false} label="Receipt" className={styles.receipt}>
      {payment.transactionHash !== null && <Engraving hash={payment.transactionHash} className={styles.engraving} />}
      <header className={styles.head}>
        <div className={styles.title}>
          <Title size="small">Paid to {payment.merchant}</Title>
          <Status of="payment" value="completed" odd={payment.oddity === "none" ? undefined : payment.oddity} strong />
        </div>
        <p className={styles.amount}>
          <Amount cents={cents} size={68} />
        </p>
        <Text muted>
          {formatUsd(cents).slice(1)} USDC
          <Dot />
          <Time at={paidAt} shape="minute" />
        </Text>
      </header>
      <ReceiptFacts payment={payment} paidAt={paidAt} />
      <Total label="Amount">
        <Amount cents={cents} size={22} unit="USDC" />
      </Total>
      <footer className={styles.foot}>
        <Brand />
        <Text size="note" muted>
          {settledSentence(payment)} The pattern above is drawn from the transaction hash.
        </Text>
      </footer>
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
      <Description label="Description">{payment.description}</Description>
      <Description label="Payment type">{paymentTypeName(payment.paymentType)}</Description>
      <Description label="Date">
        <Time at={paidAt} shape="second" />
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

function settledSentence({ blockchainNetwork, transfer }: PaymentDetail): string {
  if (!transfer) return `Settled on ${blockchainNetwork}.`;
  return `Settled on ${blockchainNetwork} with ${transfer.needed} ${transfer.needed === 1 ? "confirmation" : "confirmations"}.`;
}
