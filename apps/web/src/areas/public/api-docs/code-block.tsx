import { CopyButton } from "../../../ui/copy-button.tsx";
import { Text } from "../../../ui/words.tsx";
import styles from "./api-docs.module.css";

/** Text for a program, as it is, with a button that copies it. A long line goes on below. */
export function CodeBlock({ title, children }: { title: string; children: string }) {
  return (
    <figure className={styles.code}>
      <div className={styles.codeHead}>
        <Text as="figcaption" size="label" muted>
          {title}
        </Text>
        <CopyButton text={children} what={title.toLowerCase()} />
      </div>
      <pre>
        <code>{children}</code>
      </pre>
    </figure>
  );
}
