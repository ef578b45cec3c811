import { centsToDecimal, formatUsd } from "@hearth/domain/money";
import styles from "./amount.module.css";
import { cx } from "./cx.ts";

interface AmountProps {
  cents: number;
  /** Font size in pixels. From 22 px on it uses the slab font; without a size, the size of the text. */
  size?: 22 | 30 | 34 | 46 | 60 | 68 | 88;
  /** Asset shown beside the amount, once per context. */
  unit?: "USDC" | undefined;
  /** Keeps the size on a phone, where the largest sizes otherwise shrink. */
  steady?: boolean;
  className?: string | undefined;
}

/** Formats an amount of money: `$1,450.00`. */
export function Amount({ cents, size, unit, steady = false, className }: AmountProps) {
  const [sign, figures] = formatUsd(cents).split("$");
  return (
    <data
      value={centsToDecimal(cents)}
      className={cx(
        styles.amount,
        size && styles.figure,
        size && styles[`s${size}`],
        unit && styles.withUnit,
        steady && styles.steady,
        className,
      )}
    >
      {sign}
      <span className={styles.currency}>$</span>
      {figures}
      {unit && (
        <>
          {" "}
          <span className={styles.unit}>{unit}</span>
        </>
      )}
    </data>
  );
}
