import { useId } from "react";
import { cx } from "./cx.ts";
import { Hatched, Lines } from "./drawing-parts.tsx";
import styles from "./drawing.module.css";
import { useDrawing } from "./use-drawing.ts";

interface BandProps {
  /** The transaction's hash; before there is one, anything that stays the same. */
  hash: string;
  /** How much of it is engraved, from 0 to 1; the rest is hatched. */
  share: number;
  /** Whether it is being confirmed at this moment: then the ember line stands at the share. */
  isNow?: boolean;
  width?: number;
  height?: number;
  className?: string | undefined;
}

/** A ribbon across the checkout and the landing page; the ember line is the share that is confirmed. */
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
