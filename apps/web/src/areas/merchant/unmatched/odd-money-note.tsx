import { TextLink } from "../../../kit/links.tsx";
import { trpc } from "../../../lib/trpc.ts";
import { Note } from "../../../ui/note.tsx";
import styles from "../transactions/transactions.module.css";

/** Says that there is money which fits no payment, where there is. */
export function OddMoneyNote() {
  const { data } = trpc.merchant.oddTransfers.useQuery({ limit: 1 });
  if (!data || data.openCount === 0) return null;
  const count = data.openCount;
  return (
    <div className={styles.top}>
      <Note
        tone="waiting"
        title={count === 1 ? "1 transfer to your wallet fits no payment" : `${count} transfers to your wallet fit no payment`}
      >
        <TextLink size="small" to="/merchant/transactions/unmatched">
          See unmatched money
        </TextLink>
      </Note>
    </div>
  );
}
