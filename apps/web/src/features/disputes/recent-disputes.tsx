import { ChevronRight } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { Amount } from "../../ui/amount.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Time } from "../../ui/moment.tsx";
import { Section } from "../../ui/page.tsx";
import { Text } from "../../ui/typography.tsx";
import { centsOf } from "../../kit/cents.ts";
import { DisputeMark } from "./dispute-mark.tsx";
import styles from "./recent-disputes.module.css";

type Recent = Parameters<typeof DisputeMark>[0]["dispute"] & {
  _id: string;
  reason: string;
  amount: number;
  createdAt: string;
  timeZone?: string;
};

interface RecentDisputesProps<Row> {
  disputes: readonly Row[];
  /** Link to all disputes. */
  all: ReactElement;
  /** Names of the parties, shown before the filing date. */
  who: (dispute: Row) => ReactNode;
  /** Wraps a row in its link. */
  open: (dispute: Row, props: { className: string; children: ReactNode }) => ReactElement;
}

/** Lists the newest disputes on a dashboard: urgency while open, the refund once approved. */
export function RecentDisputes<Row extends Recent>({ disputes, all, who, open }: RecentDisputesProps<Row>) {
  return (
    <Section title="Recent disputes" ruled end={all}>
      {disputes.length === 0 ? (
        <Empty>No one has disputed a payment.</Empty>
      ) : (
        <ul>
          {disputes.map((dispute) => (
            <li key={dispute._id} className={styles.row}>
              {open(dispute, { className: styles.dispute ?? "", children: <Lines dispute={dispute} who={who(dispute)} /> })}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Lines({ dispute, who }: { dispute: Recent; who: ReactNode }) {
  return (
    <>
      <span className={styles.line}>
        <Text as="span" strong className={styles.reason}>
          {dispute.reason}
        </Text>
        <Amount cents={centsOf(dispute.amount)} />
      </span>
      <span className={styles.line}>
        <Text as="span" size="note" muted className={styles.parties}>
          {who}, filed <Time at={dispute.createdAt} timeZone={dispute.timeZone} />
        </Text>
        <DisputeMark dispute={dispute} />
      </span>
      <Icon icon={ChevronRight} className={styles.opens} />
    </>
  );
}
