import { Icon, type IconType } from "../../../ui/icon.tsx";
import { Heading } from "../../../ui/typography.tsx";
import styles from "./setup.module.css";

export interface Point {
  icon: IconType;
  text: string;
}

/** Two short lists, side by side, or stacked on a phone. */
export function PointLists({ lists }: { lists: readonly { title: string; points: readonly Point[] }[] }) {
  return (
    <div className={styles.lists}>
      {lists.map(({ title, points }) => (
        <section key={title} className={styles.list}>
          <Heading as="h3" size="label">
            {title}
          </Heading>
          <ul>
            {points.map(({ icon, text }) => (
              <li key={text}>
                <Icon icon={icon} />
                <span>{text}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
