import { Time } from "../../ui/moment.tsx";
import { Text } from "../../ui/typography.tsx";
import styles from "./disputes.module.css";
import type { Dispute } from "./use-disputes.ts";

const roles = { user: "Payer", merchant: "Merchant", admin: "Administrator" };

/** Lists the comments of a dispute with author, role and time. */
export function Conversation({ comments }: { comments: Dispute["comments"] }) {
  return (
    <ol className={styles.talk}>
      {comments.map(({ _id, comment, addedBy, addedAt }) => (
        <li key={_id}>
          <p className={styles.sayHead}>
            <Text as="span" strong>
              {addedBy.firstName} {addedBy.lastName}
            </Text>
            <Text as="span" size="note" muted>
              {roles[addedBy.role]}
            </Text>
            <Time at={addedAt} shape="minute" className={styles.sayTime} />
          </p>
          <Text className={styles.say}>{comment}</Text>
        </li>
      ))}
    </ol>
  );
}
