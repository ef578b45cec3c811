import { Amount } from "../../../ui/amount.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Card } from "../../../ui/page.tsx";
import { Status } from "../../../kit/status/status.tsx";
import { Heading } from "../../../ui/typography.tsx";
import { centsOf } from "../../../kit/cents.ts";
import type { Outputs } from "../../../lib/trpc.ts";
import styles from "./disputes.module.css";

type DisputeDetail = Outputs["disputes"]["getForAdmin"];

export function Resolution({ dispute: { refund, resolution } }: { dispute: DisputeDetail }) {
  if (resolution === null) return null;
  return (
    <Card as="section" label="Resolution">
      <Heading className={styles.label}>Resolution</Heading>
      <DescriptionList kind="stacked">
        <Description label="Result">
          <Status kind="result" value={resolution.result} />
        </Description>
        <Description label="Resolved">{resolution.resolvedAt && <Time at={resolution.resolvedAt} shape="minute" />}</Description>
        {resolution.result === "chargedBack" && (
          <Description label="Chargeback amount">
            <Amount cents={centsOf(resolution.chargebackAmount)} size={22} unit="USDC" />
          </Description>
        )}
        {resolution.result === "chargedBack" && resolution.chargebackAmount > 0 && (
          <Description label="Refund">
            <RefundStanding refundedAt={refund?.refundedAt ?? null} />
          </Description>
        )}
        <Description label="Reason">
          <span className={styles.said}>{resolution.resultReason}</span>
        </Description>
      </DescriptionList>
    </Card>
  );
}

/** Shows whether the merchant has sent the refund. Only a transfer on chain counts. */
function RefundStanding({ refundedAt }: { refundedAt: string | null }) {
  if (refundedAt === null) return "Owed by the merchant";
  return (
    <>
      Sent <Time at={refundedAt} shape="minute" />
    </>
  );
}
