import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./attention.module.css";
import { Icon } from "./icon.tsx";
import { Text } from "./typography.tsx";

export interface AttentionItem {
  id: string;
  title: ReactNode;
  /** Whose it is, and how long it has waited. */
  note: ReactNode;
  /** Whether it has waited too long. */
  isLate?: boolean;
  /** The button that leads to doing it, or does it; what has none is told in full. */
  action?: ReactNode;
}

interface AttentionProps {
  items: readonly AttentionItem[];
  /** What is said where nothing waits. */
  calm: string;
  /** How much more there is than is shown, with the way to it. */
  more?: ReactNode;
}

/** What somebody should do now, the worst first, each with its button; one calm line where that is nothing. */
export function Attention({ items, calm, more }: AttentionProps) {
  if (items.length === 0) {
    return (
      <p className={styles.calm}>
        <Icon icon={CircleCheck} />
        {calm}
      </p>
    );
  }
  return (
    <>
      <ul className={styles.list}>
        {items.map(({ id, title, note, isLate = false, action }) => (
          <li key={id} className={styles.item}>
            <Text strong>{title}</Text>
            <Text size="note" {...(isLate ? { className: styles.late } : { muted: true })}>
              {note}
            </Text>
            {action}
          </li>
        ))}
      </ul>
      {more && (
        <Text size="note" className={styles.more}>
          {more}
        </Text>
      )}
    </>
  );
}
