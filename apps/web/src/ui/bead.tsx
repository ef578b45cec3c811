import { useId } from "react";
import { cx } from "./cx.ts";
import { Hatched, Lines } from "./drawing-parts.tsx";
import styles from "./drawing.module.css";
import { useDrawing } from "./use-drawing.ts";

interface BeadProps {
  /** Hash of the settling transaction, or null. */
  hash: string | null;
  /** Drawn without a hash: `hatched` while pending, `empty` without a payment, `due` if it is missing. */
  blank?: "hatched" | "empty" | "due";
}

/** A month or an apartment of a ribbon. Adjacent beads join. At most 12 on a page. */
export function Bead({ hash, blank = "empty" }: BeadProps) {
  const [ref, drawing] = useDrawing({ kind: "bead", hash, width: 87, height: 70 });
  const id = useId();
  return (
    <span ref={ref} className={styles.frame} style={{ aspectRatio: "87 / 70" }} aria-hidden>
      {drawing && (
        <svg viewBox="0 0 87 70">
          {hash !== null ? (
            <Lines drawing={drawing} />
          ) : blank === "hatched" ? (
            <Hatched drawing={drawing} id={id} />
          ) : (
            <path className={cx(styles.edge, blank === "due" && styles.due)} d={drawing.lines[0]?.path} />
          )}
        </svg>
      )}
    </span>
  );
}
