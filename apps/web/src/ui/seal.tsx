import { useId, useMemo } from "react";
import { cx } from "./cx.ts";
import styles from "./seal.module.css";
import { useDrawings } from "./use-drawing.ts";

interface SealProps {
  /** Hash of the settling transaction, or null. */
  hash: string | null;
  /** Drawn without a hash: not sent yet, failed, or overdue. */
  blank?: "waiting" | "failed" | "due";
  size?: "list" | "large";
}

/** Mark of a payment in a list, or of an apartment in a building. Decorative; the text beside it has the meaning. */
export function Seal({ hash, blank = "waiting", size = "list" }: SealProps) {
  return (
    <svg className={cx(styles.seal, size === "large" && styles.large)} viewBox="0 0 40 40" aria-hidden>
      {hash === null ? <Blank kind={blank} /> : <Cut hash={hash} />}
    </svg>
  );
}

/** The engraved seal of a hash, inside an SVG of 40 by 40. */
export function Cut({ hash }: { hash: string }) {
  const drawings = useDrawings();
  const seal = useMemo(() => drawings?.sealOf(hash), [drawings, hash]);
  if (!seal) return null;
  const { die, hole, cut, ink } = seal;
  return (
    <>
      <path className={styles.die} d={die} />
      {hole && <path className={styles.hole} d={hole} />}
      {cut && <path className={styles.cut} d={cut} />}
      {ink && <path className={styles.die} d={ink} />}
    </>
  );
}

function Blank({ kind }: { kind: NonNullable<SealProps["blank"]> }) {
  const id = useId();
  if (kind === "due") return <circle className={styles.due} cx="20" cy="20" r="17.5" />;
  if (kind === "failed") {
    return (
      <>
        <circle className={styles.ring} cx="20" cy="20" r="17.5" />
        <path className={styles.strike} d="M13.5 26.5l13-13" />
      </>
    );
  }
  return (
    <>
      <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path className={styles.hatch} d="M3 0V6" />
      </pattern>
      <circle className={styles.ring} cx="20" cy="20" r="17.5" style={{ fill: `url(#${id})` }} />
    </>
  );
}
