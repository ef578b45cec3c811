import type { ReactNode } from "react";
import { cx } from "../../ui/cx.ts";
import { Title } from "../../ui/typography.tsx";
import styles from "./auth.module.css";

interface AuthPageProps {
  title: string;
  /** Null where nothing is left to say, such as after the form is done. */
  lead: string | null;
  form: ReactNode;
  /** Links to other pages, one per line. */
  others: readonly ReactNode[];
  aside: ReactNode;
  /** Hides the aside if there is no room beside the form. */
  asideWideOnly?: boolean;
}

/** Layout of the sign-in and sign-up pages: the form at the left, explanations at the right. */
export function AuthPage({ title, lead, form, others, aside, asideWideOnly = false }: AuthPageProps) {
  return (
    <div className={styles.auth}>
      <section>
        <Title>{title}</Title>
        {lead !== null && <p className={styles.lead}>{lead}</p>}
        <div className={styles.form}>{form}</div>
        {others.map((other, index) => (
          <p key={index} className={styles.other}>
            {other}
          </p>
        ))}
      </section>
      <aside className={cx(styles.aside, asideWideOnly && styles.wideOnly)}>{aside}</aside>
    </div>
  );
}
