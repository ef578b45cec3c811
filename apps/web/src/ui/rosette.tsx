import { cx } from "./cx.ts";
import { Lines } from "./drawing-parts.tsx";
import styles from "./drawing.module.css";
import { useDrawing } from "./use-drawing.ts";

/** Rosette of a settled payment. `draws` animates it once. */
export function Rosette({ hash, draws = false, className }: { hash: string; draws?: boolean; className?: string | undefined }) {
  const [ref, drawing] = useDrawing({ kind: "rosette", hash, width: 400, height: 400 });
  return (
    <span ref={ref} className={cx(styles.frame, className)} style={{ aspectRatio: 1 }} aria-hidden>
      {drawing && (
        <svg className={cx(draws && styles.drawing)} viewBox="-4 -4 408 408">
          <Lines drawing={drawing} />
        </svg>
      )}
    </span>
  );
}
