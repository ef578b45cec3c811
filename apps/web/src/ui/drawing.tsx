import type { Drawing } from "@hearth/domain/engraving/drawing";
import { useId } from "react";
import { cx } from "./cx.ts";
import styles from "./drawing.module.css";
import { drawn, useSeen } from "./drawings.ts";

/** The lines of what is settled. */
function Lines({ drawing }: { drawing: Drawing }) {
  return (
    <g className={styles.engraved}>
      {drawing.lines.map(({ path, width }, index) => (
        <path key={index} d={path} strokeWidth={width} />
      ))}
    </g>
  );
}

/** The outline filled with hatching: not sent, or not yet due. */
function Hatched({ drawing, id }: { drawing: Drawing; id: string }) {
  return (
    <>
      <pattern id={id} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path className={styles.hatch} d="M2 0V4" strokeWidth="0.8" />
      </pattern>
      <path className={styles.edge} d={drawing.outline} strokeWidth="0.8" style={{ fill: `url(#${id})` }} />
    </>
  );
}

/** The rosette of a settled payment; with `draws` it draws itself once. */
export function Rosette({ hash, draws = false, className }: { hash: string; draws?: boolean; className?: string | undefined }) {
  const [ref, isSeen] = useSeen<HTMLSpanElement>();
  return (
    <span ref={ref} className={cx(styles.frame, className)} style={{ aspectRatio: 1 }} aria-hidden>
      {isSeen && (
        <svg className={cx(draws && styles.drawing)} viewBox="-4 -4 408 408">
          <Lines drawing={drawn({ kind: "rosette", hash, width: 400, height: 400 })} />
        </svg>
      )}
    </span>
  );
}

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
  const [ref, isSeen] = useSeen<HTMLSpanElement>();
  const id = useId();
  const drawing = isSeen ? drawn({ kind: "band", hash, width, height }) : null;
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

interface BeadProps {
  /** What settled it; null where nothing did. */
  hash: string | null;
  /** What stands in place of an engraving: hatched while money may still come, `empty` where there is none, `due` where it is missing. */
  blank?: "hatched" | "empty" | "due";
}

/** One month or one apartment of a ribbon; beads beside each other join. At most 12 on a page. */
export function Bead({ hash, blank = "empty" }: BeadProps) {
  const [ref, isSeen] = useSeen<HTMLSpanElement>();
  const id = useId();
  const drawing = isSeen ? drawn({ kind: "bead", hash, width: 87, height: 70 }) : null;
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
