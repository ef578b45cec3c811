import { Loading, Skeleton } from "../ui/skeleton.tsx";
import styles from "./detail-shape.module.css";

/** A record that is still loading, in the shape of its facts. */
export function DetailShape({ label }: { label: string }) {
  return (
    <Loading label={label}>
      <div className={styles.shape}>
        {Array.from({ length: 7 }, (_, index) => (
          <Skeleton key={index} width="min(28rem, 100%)" />
        ))}
      </div>
    </Loading>
  );
}
