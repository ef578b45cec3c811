import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import styles from "./description-list.module.css";

interface DescriptionListProps {
  children: ReactNode;
  /** `plain`: label at the left; `right`: values at the right edge; `stacked`: label above; `receipt`: plain, but stacked on a phone. */
  kind?: "plain" | "right" | "stacked" | "receipt";
  /** Draws an ink rule above the first item. */
  ruled?: boolean;
  /** Draws a hairline above the first item, to continue another list. */
  continued?: boolean;
  tight?: boolean;
  className?: string | undefined;
}

/** List of labels and values with hairlines. */
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

/** A label with its value. Renders nothing without a value. */
export function Description({ label, children }: { label: ReactNode; children: ReactNode }) {
  if (children === null || children === undefined || children === false || children === "") return null;
  return (
    <div className={styles.row}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Sum of the values, with a double rule. */
export function Total({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.total}>
      <span>{label}</span>
      {children}
    </div>
  );
}
