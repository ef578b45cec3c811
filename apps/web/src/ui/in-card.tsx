import type { ReactNode } from "react";
import styles from "./in-card.module.css";

/** A number whose unit its column's head tells; where rows are cards, which have no head, the unit stands beside it. */
export function InCard({ unit, children }: { unit: string; children: ReactNode }) {
  return (
    <>
      {children}
      <span className={styles.unit}> {unit}</span>
    </>
  );
}
