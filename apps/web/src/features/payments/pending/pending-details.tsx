import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Section } from "../../../ui/page.tsx";
import { Timeline } from "../../../ui/timeline.tsx";
import { paymentTimeline } from "../payment-timeline.ts";
import { PaidBy } from "../transaction-parts.tsx";
import type { PaymentDetail } from "../use-live-payment.ts";
import { useExplorer } from "../use-network.ts";
import styles from "./pending.module.css";

/** Shows the payment's facts and timeline below its current state. */
export function PendingDetails({ payment }: { payment: PaymentDetail }) {
  const explorer = useExplorer();
  return (
    <div className={styles.details}>
      <div>
        <Section title="Payment details" size="subheading" ruled>
          <DescriptionList>
            <Description label="Merchant">{payment.merchant}</Description>
            <Description label="Apartment number">{payment.aptNumber}</Description>
            <Description label="Description">{payment.description}</Description>
            <Description label="Payment type">{payment.paymentType === "one-time" ? "One-time" : "Recurring"}</Description>
            <Description label="Network">{payment.blockchainNetwork}</Description>
            <Description label="Recipient wallet">
              <Hash
                value={payment.walletAddress}
                shape="address"
                what="recipient wallet"
                explorerUrl={explorer.addressUrl(payment.walletAddress)}
              />
            </Description>
            <Description label="Transaction">
              {payment.transfer ? (
                <PaidBy hash={payment.transfer.txHash} parts={payment.parts} hasArrived />
              ) : (
                // Keeps the row's place for the hash
                payment.status === "pending" && "Not seen yet"
              )}
            </Description>
            <Description label="Reference">{payment.code}</Description>
          </DescriptionList>
        </Section>
      </div>
      <div>
        <Section title="Timeline" size="subheading" ruled>
          <div className={styles.timeline}>
            <Timeline events={paymentTimeline(payment)} />
          </div>
        </Section>
      </div>
    </div>
  );
}
