import { anchorOf, type CallGroup } from "./api-outline.ts";
import styles from "./api-docs.module.css";

interface Entry {
  id: string;
  title: string;
}

/** What is on the page, to jump to: beside it on a wide screen, above it on a narrow one. */
export function Contents({ guide, groups, reference }: { guide: Entry[]; groups: CallGroup[]; reference: Entry[] }) {
  return (
    <nav className={styles.contents} aria-label="On this page">
      <ContentsList title="Guide" entries={guide} />
      <ContentsList title="Calls" entries={groups.map(({ name }) => ({ id: `calls-${anchorOf(name)}`, title: name }))} />
      <ContentsList title="Reference" entries={reference} />
    </nav>
  );
}

function ContentsList({ title, entries }: { title: string; entries: Entry[] }) {
  if (entries.length === 0) return null;
  return (
    <details className={styles.contentsList} open={isWide()}>
      <summary>{title}</summary>
      <ul>
        {entries.map((entry) => (
          <li key={entry.id}>
            <a href={`#${entry.id}`}>{entry.title}</a>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** On a phone the lists begin closed, so that the page begins with what it says. */
function isWide(): boolean {
  return window.matchMedia("(min-width: 768px)").matches;
}
