import { Amount } from "../../../ui/amount.tsx";
import { Text } from "../../../ui/words.tsx";
import { centsOf } from "../../../kit/cents.ts";
import { monthWords } from "./month.ts";
import styles from "./history.module.css";

interface MonthHeadingProps {
  month: string;
  /** The whole month under the filter, also what is not listed yet; undefined until it is known. */
  total: { count: number; paid: number } | undefined;
}

/** A month in the history, with what was paid in it. */
export function MonthHeading({ month, total }: MonthHeadingProps) {
  return (
    <span className={styles.month}>
      {monthWords(month)}
      {total && (
        <Text as="span" size="note" muted>
          {total.count === 1 ? "1 payment" : `${total.count} payments`}
          {total.paid > 0 && (
            <>
              , <Amount cents={centsOf(total.paid)} className={styles.paid} /> paid
            </>
          )}
        </Text>
      )}
    </span>
  );
}
