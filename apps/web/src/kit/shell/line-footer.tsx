import { AppLink } from "../links.tsx";
import { cx } from "../../ui/cx.ts";
import { footerColumns } from "./footer-columns.ts";
import styles from "./site-footer.module.css";

const inOneLine = new Set(["/contact", "/privacy", "/terms"]);

/** One-line footer for signed-in users. */
export function LineFooter() {
  return (
    <footer className={styles.footer}>
      <div className={cx(styles.inner, styles.line)}>
        <Copyright />
        {footerColumns
          .flatMap(({ links }) => links)
          .filter(({ to }) => inOneLine.has(to))
          .map(({ label, to }) => (
            <AppLink key={to} to={to}>
              {label}
            </AppLink>
          ))}
      </div>
    </footer>
  );
}

/** Copyright line of every footer. */
export function Copyright() {
  return <p className={styles.copyright}>© {new Date().getFullYear()} Hearth</p>;
}
