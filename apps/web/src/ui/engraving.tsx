import { useMemo } from "react";
import { cx } from "./cx.ts";
import { engravingBox, engravingPaths } from "@hearth/domain/payments/engraving";
import styles from "./engraving.module.css";

/** The one flourish: a receipt's engraving, drawn from its transaction hash and wiped in once unless `still`. */
export function Engraving({ hash, still = false, className }: { hash: string; still?: boolean; className?: string | undefined }) {
  const paths = useMemo(() => engravingPaths(hash), [hash]);
  return (
    <svg
      className={cx(styles.engraving, still && styles.still, className)}
      viewBox={`0 0 ${engravingBox.width} ${engravingBox.height}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}
