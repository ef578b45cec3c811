import { TextLink } from "../../../kit/links.tsx";
import { Amount } from "../../../ui/amount.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Timeline } from "../../../ui/timeline.tsx";
import { Heading } from "../../../ui/typography.tsx";
import { disputeTimeline } from "../../../features/disputes/dispute-timeline.ts";
import type { Dispute } from "../../../features/disputes/use-disputes.ts";
import { centsOf } from "../../../kit/cents.ts";
import { useExplorer } from "../../../features/payments/use-network.ts";
import styles from "./disputes.module.css";

/** Timeline of a dispute, and the disputed payment. */
export function DisputeRecord({ dispute }: { dispute: Dispute }) {
  return (
    <>
      <section className={styles.part}>
        <Heading size="label" muted className={styles.label}>
          Timeline
        </Heading>
        <Timeline events={disputeTimeline(dispute)} shape="day" />
      </section>
      <section className={styles.part}>
        <Heading size="label" muted className={styles.label}>
          Payment
        </Heading>
        <PaymentFacts payment={dispute.paymentId} />
      </section>
    </>
  );
}

function PaymentFacts({ payment }: { payment: Dispute["paymentId"] }) {
  const explorer = useExplorer();
  return (
    <DescriptionList kind="right">
      <Description label="For">
        <TextLink size="small" to="/merchant/transactions" search={{ transaction: payment._id }}>
          {payment.description}
        </TextLink>
      </Description>
      <Description label="Amount">
        <Amount cents={centsOf(payment.amount)} />
      </Description>
      <Description label="Date">
        <Time at={payment.createdAt} />
      </Description>
      <Description label="Transaction">
        {payment.transactionHash && <Hash value={payment.transactionHash} explorerUrl={explorer.transactionUrl(payment.transactionHash)} />}
      </Description>
    </DescriptionList>
  );
}
