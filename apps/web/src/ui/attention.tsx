import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./attention.module.css";
import { Icon } from "./icon.tsx";
import { Text } from "./typography.tsx";

export interface AttentionItem {
  id: string;
  title: ReactNode;
  /** The person concerned, and how long the item has waited. */
  note: ReactNode;
  /** True if it has waited too long. */
  isLate?: boolean;
  /** Link or button to handle the item. */
  action?: ReactNode;
}

interface AttentionProps {
  items: readonly AttentionItem[];
  /** Text if there are no items. */
  calm: string;
  /** Number of further items, with a link to them. */
  more?: ReactNode;
}

/** Lists items that need attention, most severe first, or says that there are none. */
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
