import type { ReactNode } from "react";
import { Brand } from "../../ui/brand.tsx";
import styles from "./checkout-shell.module.css";

interface CheckoutShellProps {
  children: ReactNode;
  /** Ribbon below the head. */
  band?: ReactNode;
  /** True while the payment is under way. Lights the logo. */
  isNow?: boolean;
  /** Content at the right of the head: the countdown, later the outcome. */
  end?: ReactNode;
  /** Line at the lower edge: Cancel and the reference. */
  foot?: ReactNode;
}

/** Shell of the hosted checkout, for a popup of 500 by 700, without links to other pages. */
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
