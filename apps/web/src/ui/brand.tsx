import styles from "./brand.module.css";

/** The mark and the name. Put it inside a link where it leads home. */
export function Brand() {
  return (
    <span className={styles.brand}>
      <svg className={styles.mark} viewBox="0 0 20 22" aria-hidden>
        <path className={styles.arch} d="M2 21.4V10a8 8 0 0 1 16 0v11.4" />
        <path className={styles.ember} d="M4.9 21.4a5.1 5.1 0 0 1 10.2 0z" />
      </svg>
      Hearth
    </span>
  );
}
