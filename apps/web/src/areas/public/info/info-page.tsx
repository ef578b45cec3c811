import type { ReactNode } from "react";
import { Actions } from "../../../ui/button.tsx";
import { Heading, Text, Title } from "../../../ui/typography.tsx";
import styles from "./info.module.css";

interface InfoPageProps {
  title: string;
  /** One-sentence summary. */
  lead: ReactNode;
  /** Must be `InfoSection` elements. */
  children: ReactNode;
  /** Links below the head. */
  actions?: ReactNode;
}

/** Layout of an information page, with ruled sections. */
export function InfoPage({ title, lead, children, actions }: InfoPageProps) {
  return (
    <article className={styles.page}>
      <header className={styles.head}>
        <Title size="large">{title}</Title>
        <Text size="lead" className={styles.lead}>
          {lead}
        </Text>
        {actions && <Actions className={styles.actions}>{actions}</Actions>}
      </header>
      <div className={styles.sections}>{children}</div>
    </article>
  );
}

/** A section: heading at the left, text at the right. */
export function InfoSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <Heading>{title}</Heading>
      <div className={styles.words}>{children}</div>
    </section>
  );
}
