import type { ReactNode } from "react";
import { Actions } from "../../../ui/button.tsx";
import { Heading, Text, Title } from "../../../ui/typography.tsx";
import styles from "./info.module.css";

interface InfoPageProps {
  title: string;
  /** One sentence that says the whole of it. */
  lead: ReactNode;
  /** `InfoSection`s. */
  children: ReactNode;
  /** Where to go from here, below the head. */
  actions?: ReactNode;
}

/** A page to read: what Hearth is and how it works, in sections that are parted like the rows of a ledger. */
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

/** A section: its heading at the left, paragraphs and lists at the right. */
export function InfoSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <Heading>{title}</Heading>
      <div className={styles.words}>{children}</div>
    </section>
  );
}
