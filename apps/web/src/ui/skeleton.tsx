import type { ReactNode } from "react";
import styles from "./skeleton.module.css";
import { VisuallyHidden } from "./typography.tsx";

interface SkeletonProps {
  /** Any CSS length; take the width of what comes. */
  width: string;
  /** 12 px for text; the height of the figure for amounts. */
  height?: string;
}

/** A grey bar in the shape of what comes. It appears only after 150 ms. */
export function Skeleton({ width, height = "0.75rem" }: SkeletonProps) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden />;
}

/** Says once to screen readers that something loads; put the skeletons inside. */
export function Loading({ children, label = "Loading" }: { children: ReactNode; label?: string }) {
  return (
    <div aria-busy>
      <div role="status">
        <VisuallyHidden>{label}</VisuallyHidden>
      </div>
      {children}
    </div>
  );
}

/** A form or another part of a page that is still loading, as high as a small form. */
export function SkeletonPart({ label, height = "9rem" }: { label?: string; height?: string }) {
  return (
    <Loading {...(label !== undefined && { label })}>
      <Skeleton width="100%" height={height} />
    </Loading>
  );
}

/** A ledger that is still loading, with rows of the height they will have. */
export function SkeletonLedger({ rows = 5 }: { rows?: number }) {
  return (
    <Loading>
      <div className={styles.rows}>
        {Array.from({ length: rows }, (_, index) => (
          <div key={index} className={styles.row}>
            <Skeleton width="6rem" />
            <Skeleton width="14rem" />
            <Skeleton width="4.5rem" />
          </div>
        ))}
      </div>
    </Loading>
  );
}
