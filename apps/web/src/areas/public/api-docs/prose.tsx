import Markdown from "markdown-to-jsx/react";
import type { HTMLAttributes } from "react";
import { TextAnchor } from "../../../ui/text-anchor.tsx";
import styles from "./api-docs.module.css";

/** A word for programs within text; inside of a block it is the block's own. */
function CodeText({ children }: HTMLAttributes<HTMLElement>) {
  return <code className={styles.inline}>{children}</code>;
}

const options = { disableParsingRawHTML: true, overrides: { a: TextAnchor, code: CodeText } };

/** The guide's Markdown as elements; raw HTML in it stays text. */
export function Prose({ children }: { children: string }) {
  return (
    <div className={styles.prose}>
      <Markdown options={{ ...options, forceBlock: true, wrapper: null }}>{children}</Markdown>
    </div>
  );
}

/** A sentence in Markdown. */
export function ProseLine({ children }: { children: string }) {
  return <Markdown options={{ ...options, forceInline: true, forceWrapper: true, wrapper: "p" }}>{children}</Markdown>;
}
