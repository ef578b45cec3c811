import type { ReactNode } from "react";
import { Brand } from "../../ui/brand.tsx";
import styles from "./checkout-shell.module.css";

interface CheckoutShellProps {
  children: ReactNode;
  /** The ribbon below the head. */
  band?: ReactNode;
  /** Whether the payment is under way at this moment: the mark is lit then, and only then. */
  isNow?: boolean;
  /** At the right of the head: the countdown, later what became of it. */
  end?: ReactNode;
  /** The line at the lower edge: Cancel and the reference. */
  foot?: ReactNode;
}

/** The hosted checkout's own shell, made for a popup of 500 by 700 and nothing to wander off to. */
export function CheckoutShell({ children, band, isNow = false, end, foot }: CheckoutShellProps) {
  return (
    <div className={styles.checkout} data-shell="checkout">
      <header className={styles.head}>
        <Brand lit={isNow} />
        {end}
      </header>
      {band && <div className={styles.band}>{band}</div>}
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      {foot && <footer className={styles.foot}>{foot}</footer>}
    </div>
  );
}
