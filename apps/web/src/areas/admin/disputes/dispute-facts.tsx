import { TextLink } from "../../../kit/links.tsx";
import { Amount } from "../../../ui/amount.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { Text } from "../../../ui/words.tsx";
import { businessTypeName } from "../../../features/enrollment/business-type.ts";
import { centsOf } from "../../../kit/cents.ts";
import type { Outputs } from "../../../lib/trpc.ts";
import styles from "./disputes.module.css";

type DisputeDetail = Outputs["disputes"]["getForAdmin"];

/** What a dispute is about: how much, between whom, and why. */
export function DisputeFacts({ dispute }: { dispute: DisputeDetail }) {
  const { userId: user, merchantId: merchant } = dispute;
  return (
    <Facts ruled>
      <Fact label="Disputed amount">
        <Amount cents={centsOf(dispute.amount)} size={22} unit="USDC" />
      </Fact>
      <Fact label="User">
        <TextLink to="/admin/users/$id" params={{ id: user._id }}>
          {user.firstName} {user.lastName}
        </TextLink>
        <Text as="div" size="note" muted>
          {user.email}
        </Text>
      </Fact>
      <Fact label="Merchant">
        <TextLink to="/admin/merchants/$id" params={{ id: merchant._id }}>
          {merchant.name}
        </TextLink>
        <Text as="div" size="note" muted>
          {businessTypeName(merchant.businessType)}
        </Text>
      </Fact>
      <Fact label="Reason">
        <span className={styles.said}>{dispute.reason}</span>
      </Fact>
      <Fact label="What happened">{dispute.description && <span className={styles.said}>{dispute.description}</span>}</Fact>
      <Fact label="Notes">{dispute.notes && <span className={styles.said}>{dispute.notes}</span>}</Fact>
    </Facts>
  );
}
