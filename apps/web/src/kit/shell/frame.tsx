import type { ReactNode } from "react";
import { AppLink } from "../links.tsx";
import { Brand } from "../../ui/brand.tsx";
import { cx } from "../../ui/cx.ts";
import styles from "./frame.module.css";

interface FrameProps {
  children: ReactNode;
  /** Between the logo and the right edge. */
  nav?: ReactNode;
  /** At the right edge of the top bar. */
  end?: ReactNode;
  /** Bottom bar on a phone. */
  bottombar?: ReactNode;
  footer: ReactNode;
}

/** Frame of every page outside of the merchant and admin areas: top bar, content, footer. */
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

/** First tab stop of every page. */
export function SkipLink() {
  return (
    <a className={styles.skip} href="#main">
      Skip to content
    </a>
  );
}
