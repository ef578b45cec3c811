import { TextLink } from "../../../kit/links.tsx";
import { Amount } from "../../../ui/amount.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Card } from "../../../ui/page.tsx";
import { Timeline } from "../../../ui/timeline.tsx";
import { Heading, Text } from "../../../ui/typography.tsx";
import { disputeTimeline } from "../../../features/disputes/dispute-timeline.ts";
import type { Dispute } from "../../../features/disputes/use-disputes.ts";
import { centsOf } from "../../../kit/cents.ts";
import { useExplorer } from "../../../features/payments/use-network.ts";
import { OwedPanel } from "../refunds/owed-panel.tsx";
import styles from "./disputes.module.css";

/** Beside a dispute: what it may cost, its timeline, and the payment it is about. */
export function DisputeAside({ dispute }: { dispute: Dispute }) {
  return (
    <aside>
      <Owed dispute={dispute} />
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
    </aside>
  );
}

function Owed({ dispute }: { dispute: Dispute }) {
  const { resolution, status } = dispute;
  if (resolution?.result === "denied" || status === "resolved") return null;
  if (resolution) return <OwedPanel dispute={dispute} resolvedAt={resolution.resolvedAt} cents={centsOf(resolution.chargebackAmount)} />;
  return (
    <Card as="section" label="Refund">
      <Heading size="label">Refund owed if approved</Heading>
      <Amount cents={centsOf(dispute.amount)} size={34} unit="USDC" />
      <Text size="note" muted className={styles.hint}>
        At most. An administrator decides the amount; nothing is owed until then.
      </Text>
    </Card>
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
