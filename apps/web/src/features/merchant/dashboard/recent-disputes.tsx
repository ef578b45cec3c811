import { AppLink, TextLink } from "../../../lib/links.tsx";
import type { Outputs } from "../../../lib/trpc.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { Section } from "../../../ui/page.tsx";
import { Status } from "../../../ui/status.tsx";
import { Text } from "../../../ui/words.tsx";
import { centsOf } from "../../payments/cents.ts";
import { ageText } from "../../disputes/age-text.ts";
import styles from "./dashboard.module.css";

type RecentDispute = Outputs["merchant"]["stats"]["recentDisputes"][number];

/** The newest disputes, each with its urgency while it is open. */
export function RecentDisputes({ disputes, timeZone }: { disputes: readonly RecentDispute[]; timeZone: string }) {
  return (
    <Section
      title="Recent disputes"
      ruled
      end={
        <TextLink size="small" to="/merchant/disputes">
          All disputes
        </TextLink>
      }
    >
      {disputes.length === 0 ? (
        <Empty>Nobody has disputed a payment.</Empty>
      ) : (
        <ul>
          {disputes.map((dispute) => (
            <DisputeRow key={dispute._id} dispute={dispute} timeZone={timeZone} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function DisputeRow({ dispute, timeZone }: { dispute: RecentDispute; timeZone: string }) {
  const { userId: payer } = dispute;
  return (
    <li>
      <AppLink to="/merchant/disputes/$id" params={{ id: dispute._id }} className={styles.dispute}>
        <span className={styles.line}>
          <Text as="span" strong className={styles.reason}>
            {dispute.reason}
          </Text>
          <Amount cents={centsOf(dispute.amount)} />
        </span>
        <span className={styles.line}>
          <Text as="span" size="note" muted>
            {payer.firstName} {payer.lastName}, filed <Moment at={dispute.createdAt} timeZone={timeZone} />
          </Text>
          {dispute.status === "open" ? (
            <Status of="urgency" value={dispute.urgency} suffix={ageText(dispute.ageDays)} flush />
          ) : (
            <Status of="dispute" value={dispute.status} flush />
          )}
        </span>
      </AppLink>
    </li>
  );
}
