import { Amount } from "../../../ui/amount.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { Text } from "../../../ui/words.tsx";
import { centsOf } from "../../../kit/cents.ts";
import { useExplorer } from "../../../features/payments/use-network.ts";
import type { TransactionDetail } from "./transaction-facts.tsx";
import styles from "./transactions.module.css";

type Refund = TransactionDetail["refunds"][number];

const words: Record<Refund["status"], string> = { open: "To be sent", completed: "Sent", cancelled: "Cancelled" };

/** What was paid back of a transaction, or is to be. */
export function RefundList({ refunds }: { refunds: readonly Refund[] }) {
  const explorer = useExplorer();
  return (
    <ul>
      {refunds.map(({ _id, amount, status, createdAt, completedAt, transactionHash }) => (
        <li key={_id} className={styles.refund}>
          <Text as="span" strong>
            <Amount cents={centsOf(amount)} /> {words[status]}
          </Text>
          <Text as="span" size="note" muted>
            <Moment at={completedAt ?? createdAt} shape="minute" />
          </Text>
          {transactionHash && <Hash value={transactionHash} shape="detail" explorerUrl={explorer.transactionUrl(transactionHash)} />}
        </li>
      ))}
    </ul>
  );
}
