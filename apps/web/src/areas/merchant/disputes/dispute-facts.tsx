import { Amount } from "../../../ui/amount.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Status } from "../../../kit/status/status.tsx";
import { centsOf } from "../../../kit/cents.ts";
import type { Dispute } from "../../../features/disputes/use-disputes.ts";
import styles from "./disputes.module.css";

/** Facts about a dispute, and how it was resolved. */
export function DisputeFacts({ dispute }: { dispute: Dispute }) {
  const { resolution, description, notes } = dispute;
  return (
    <DescriptionList ruled>
      {resolution && (
        <Description label="Result">
          <Status kind="result" value={resolution.result} />
        </Description>
      )}
      {resolution?.result === "chargedBack" && (
        <Description label="Chargeback amount">
          <Amount cents={centsOf(resolution.chargebackAmount)} size={22} unit="USDC" />
        </Description>
      )}
      {resolution?.resolvedAt && (
        <Description label="Resolved">
          <Time at={resolution.resolvedAt} shape="minute" />
        </Description>
      )}
      {resolution && (
        <Description label="Reason">
          <span className={styles.said}>{resolution.resultReason}</span>
        </Description>
      )}
      <Description label="Description">{description && <span className={styles.said}>{description}</span>}</Description>
      <Description label="Notes">{notes && <span className={styles.said}>{notes}</span>}</Description>
    </DescriptionList>
  );
}
