import { cx } from "../ui/cx.ts";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import styles from "./detail-skeleton.module.css";

interface DetailShapeProps {
  label: string;
  /** How many lines of facts the record has. */
  lines?: number;
  /** The width of a line: 28 rem on a page, 24 in a dialog. */
  width?: "28rem" | "24rem";
  /** A large amount stands above the facts. */
  amount?: boolean;
  /** The record has so many facts that it fills a phone. */
  tall?: boolean;
}

/** A record that is still loading, in the shape of its facts. */
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
