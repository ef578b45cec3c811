import { AppLink, TextLink } from "../../../lib/links.tsx";
import { Amount } from "../../../ui/amount.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { Section } from "../../../ui/page.tsx";
import { Text } from "../../../ui/words.tsx";
import { centsOf } from "../../payments/cents.ts";
import { DisputeMark } from "../disputes/dispute-mark.tsx";
import type { Dashboard } from "./admin-dashboard.tsx";
import styles from "./dashboard.module.css";

/** The newest disputes, each with its urgency while it is open. */
export function RecentDisputes({ disputes }: { disputes: Dashboard["recentDisputes"] }) {
  return (
    <Section
      title="Recent disputes"
      ruled
      end={
        <TextLink size="small" to="/admin/disputes">
          All disputes
        </TextLink>
      }
    >
      {disputes.length === 0 ? (
        <Empty>Nobody has disputed a payment.</Empty>
      ) : (
        <ul>
          {disputes.map((dispute) => (
            <DisputeRow key={dispute._id} dispute={dispute} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function DisputeRow({ dispute }: { dispute: Dashboard["recentDisputes"][number] }) {
  return (
    <li>
      <AppLink to="/admin/disputes/$id" params={{ id: dispute._id }} className={styles.dispute}>
        <span className={styles.line}>
          <Text as="span" strong className={styles.reason}>
            {dispute.reason}
          </Text>
          <Amount cents={centsOf(dispute.amount)} />
        </span>
        <span className={styles.line}>
          <Text as="span" size="note" muted className={styles.parties}>
            {dispute.userId.email}, {dispute.merchantId.name}, filed <Moment at={dispute.createdAt} />
          </Text>
          <DisputeMark dispute={dispute} />
        </span>
      </AppLink>
    </li>
  );
}
