import type { ReactNode } from "react";
import { AppLink } from "../links.tsx";
import { Brand } from "../../ui/brand.tsx";
import { cx } from "../../ui/cx.ts";
import styles from "./frame.module.css";

interface FrameProps {
  children: ReactNode;
  /** Between the brand and the right edge. */
  nav?: ReactNode;
  /** At the right edge of the top bar. */
  end?: ReactNode;
  /** The bar at the lower edge of a phone. */
  bottombar?: ReactNode;
  footer: ReactNode;
}

/** Top bar, content, footer: what every page outside the merchant and admin areas stands in. */
export function Frame({ children, nav, end, bottombar, footer }: FrameProps) {
  return (
    <div className={cx(styles.frame, bottombar !== undefined && styles.withBottombar)}>
      <SkipLink />
      <header className={styles.topbar}>
        <div className={styles.inner}>
          <AppLink to="/" className={styles.home}>
            <Brand />
          </AppLink>
          {nav}
          <div className={styles.end}>{end}</div>
        </div>
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      {footer}
      {bottombar}
    </div>
  );
}

/** The first stop of the Tab key on every page. */
export function SkipLink() {
  return (
    <a className={styles.skip} href="#main">
      Skip to content
    </a>
  );
}
