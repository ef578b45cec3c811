import { cx } from "./cx.ts";
import styles from "./brand.module.css";

/** Logo with the name. Wrap it in a link where it should lead home. `lit` only while a payment is under way. */
export function Brand({ lit = false }: { lit?: boolean }) {
  return (
    <span className={styles.brand}>
      <svg className={styles.mark} viewBox="0 0 24 24" aria-hidden>
        <path className={styles.arch} d="M2 23V11a10 10 0 0 1 20 0v12h-3.6V11a6.4 6.4 0 0 0-12.8 0v12Z" />
        <path className={cx(styles.fire, lit && styles.lit)} d="M7.6 22.4h8.8M8.6 19.9h6.8" />
      </svg>
      Hearth
    </span>
  );
}
