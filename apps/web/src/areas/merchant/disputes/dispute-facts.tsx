import { Amount } from "../../../ui/amount.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { Status } from "../../../kit/status/status.tsx";
import { centsOf } from "../../../kit/cents.ts";
import type { Dispute } from "../../../features/disputes/use-disputes.ts";
import styles from "./disputes.module.css";

/** What a dispute is about and, once it is decided, how. */
export function DisputeFacts({ dispute }: { dispute: Dispute }) {
  const { resolution, description, notes } = dispute;
  return (
    <Facts ruled>
      {resolution && (
        <Fact label="Result">
          <Status of="result" value={resolution.result} />
        </Fact>
      )}
      {resolution?.result === "chargedBack" && (
        <Fact label="Chargeback amount">
          <Amount cents={centsOf(resolution.chargebackAmount)} size={22} unit="USDC" />
        </Fact>
      )}
      <Fact label="Disputed amount">
        {resolution ? <Amount cents={centsOf(dispute.amount)} /> : <Amount cents={centsOf(dispute.amount)} size={22} unit="USDC" />}
      </Fact>
      {resolution?.resolvedAt && (
        <Fact label="Resolved">
          <Moment at={resolution.resolvedAt} shape="minute" />
        </Fact>
      )}
      {resolution && (
        <Fact label="Reason">
          <span className={styles.said}>{resolution.resultReason}</span>
        </Fact>
      )}
      <Fact label="Description">{description && <span className={styles.said}>{description}</span>}</Fact>
      <Fact label="Notes">{notes && <span className={styles.said}>{notes}</span>}</Fact>
    </Facts>
  );
}
