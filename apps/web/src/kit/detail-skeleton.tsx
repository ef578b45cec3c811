import { cx } from "../ui/cx.ts";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import styles from "./detail-skeleton.module.css";

interface DetailShapeProps {
  label: string;
  /** Number of fact lines. */
  lines?: number;
  /** Width of a line: 28 rem on a page, 24 in a dialog. */
  width?: "28rem" | "24rem";
  /** True if a large amount is above the facts. */
  amount?: boolean;
  /** True if the record fills a phone's screen. */
  tall?: boolean;
}

/** Placeholder of a record's details. */
export function DetailSkeleton({ label, lines = 7, width = "28rem", amount = false, tall = false }: DetailShapeProps) {
  return (
    <Loading label={label}>
      <div className={cx(styles.shape, tall && styles.tall)}>
        {amount && <Skeleton width="14rem" height="2.75rem" />}
        {Array.from({ length: lines }, (_, index) => (
          <Skeleton key={index} width={`min(${width}, 100%)`} />
        ))}
      </div>
    </Loading>
  );
}
