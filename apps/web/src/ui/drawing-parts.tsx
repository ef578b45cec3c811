import type { Drawing } from "@hearth/domain/engraving/drawing";
import styles from "./drawing.module.css";

/** Engraved lines of a settled payment. */
export function Lines({ drawing }: { drawing: Drawing }) {
  return (
    <g className={styles.engraved}>
      {drawing.lines.map(({ path, width }, index) => (
        <path key={index} d={path} strokeWidth={width} />
      ))}
    </g>
  );
}

/** Hatched outline: not sent, or not yet due. */
export function Hatched({ drawing, id }: { drawing: Drawing; id: string }) {
  return (
    <>
      <pattern id={id} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path className={styles.hatch} d="M2 0V4" strokeWidth="0.8" />
      </pattern>
      <path className={styles.edge} d={drawing.outline} strokeWidth="0.8" style={{ fill: `url(#${id})` }} />
    </>
  );
}
