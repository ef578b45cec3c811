import { useId } from "react";
import { cx } from "./cx.ts";
import { Hatched, Lines } from "./drawing-parts.tsx";
import styles from "./drawing.module.css";
import { useDrawing } from "./use-drawing.ts";

interface BandProps {
  /** Transaction hash. Before there is one, any stable value. */
  hash: string;
  /** Engraved share from 0 to 1. The rest is hatched. */
  share: number;
  /** True while confirming. Draws a line at the share. */
  isNow?: boolean;
  width?: number;
  height?: number;
  className?: string | undefined;
}

/** Engraved ribbon across the checkout and the landing page. A line marks the confirmed share. */
export function Band({ hash, share, isNow = false, width = 500, height = 84, className }: BandProps) {
  const [ref, drawing] = useDrawing({ kind: "band", hash, width, height });
  const id = useId();
  return (
    <span ref={ref} className={cx(styles.frame, className)} style={{ aspectRatio: `${width} / ${height}` }} aria-hidden>
      {drawing && (
        <svg viewBox={`0 0 ${width} ${height}`}>
          {share < 1 && <Hatched drawing={drawing} id={`${id}hatch`} />}
          {share > 0 && (
            <>
              <clipPath id={`${id}share`}>
                <rect className={styles.share} width={width * share} height={height} />
              </clipPath>
              <g clipPath={`url(#${id}share)`}>
                {share < 1 && <rect width={width} height={height} fill="var(--surface, var(--paper))" />}
                <Lines drawing={drawing} />
              </g>
            </>
          )}
          {isNow && <path className={styles.confirmed} d={`M0 0V${height}`} style={{ translate: `${width * share}px` }} />}
        </svg>
      )}
    </span>
  );
}
