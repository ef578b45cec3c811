import type { ReactNode } from "react";
import styles from "./skeleton.module.css";
import { VisuallyHidden } from "./typography.tsx";

interface SkeletonProps {
  /** Width of the expected content, as a CSS length. */
  width: string;
  /** 12 px for text; the figure's height for amounts. */
  height?: string;
}

/** Grey placeholder for loading content. Appears after 150 ms. */
export function Skeleton({ width, height = "0.75rem" }: SkeletonProps) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden />;
}

/** Announces loading to screen readers. Put the skeletons inside. */
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

/** Placeholder of a form or another part of a page, as tall as a small form. */
export function SkeletonPart({ label, height = "9rem" }: { label?: string; height?: string }) {
  return (
    <Loading {...(label !== undefined && { label })}>
      <Skeleton width="100%" height={height} />
    </Loading>
  );
}

/** Placeholder of a table, with rows of the final height. */
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
