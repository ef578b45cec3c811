import { Heading } from "../../../ui/words.tsx";
import type { GuideSection } from "./api-outline.ts";
import { Prose } from "./prose.tsx";
import styles from "./api-docs.module.css";

/** What one has to know before the first call: signing in, pages, time zones, repeats, errors. */
export function Guide({ opening, sections }: { opening: string; sections: GuideSection[] }) {
  return (
    <div className={styles.guide}>
      <Prose>{opening}</Prose>
      {sections.map(({ id, title, text }) => (
        <section key={id} id={id}>
          <Heading>{title}</Heading>
          <Prose>{text}</Prose>
        </section>
      ))}
    </div>
  );
}
