import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import styles from "./description-list.module.css";

interface DescriptionListProps {
  children: ReactNode;
  /** `plain` label left; `right` values at the right edge; `stacked` label above; `receipt` plain, stacked on a phone. */
  kind?: "plain" | "right" | "stacked" | "receipt";
  /** An ink rule above the first item. */
  ruled?: boolean;
  /** A hairline above the first item, below another list. */
  continued?: boolean;
  tight?: boolean;
  className?: string | undefined;
}

/** Labels and values with a hairline between. */
export function DescriptionList({
  children,
  kind = "plain",
  ruled = false,
  continued = false,
  tight = false,
  className,
}: DescriptionListProps) {
  return (
    <dl className={cx(styles[kind], ruled && styles.ruled, continued && styles.continued, tight && styles.tight, className)}>{children}</dl>
  );
}

/** One label with its value; absent values are not drawn at all. */
export function Description({ label, children }: { label: ReactNode; children: ReactNode }) {
  if (children === null || children === undefined || children === false || children === "") return null;
  return (
    <div className={styles.row}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What the values add up to, closed with a double rule as in a ledger. */
export function Total({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.total}>
      <span>{label}</span>
      {children}
    </div>
  );
}
