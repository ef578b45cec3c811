import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import styles from "./typography.module.css";

interface TitleProps {
  children: ReactNode;
  as?: "h1" | "h2" | "h3" | "p";
  size?: "display" | "large" | "title" | "small" | "smallest";
  id?: string | undefined;
  className?: string | undefined;
}

/** Page title in the slab font. Other uses of that font are large amounts. */
export function Title({ children, as: Tag = "h1", size = "title", id, className }: TitleProps) {
  return (
    <Tag id={id} className={cx(styles[size], className)}>
      {children}
    </Tag>
  );
}

interface HeadingProps {
  children: ReactNode;
  as?: "h1" | "h2" | "h3" | "h4" | "p";
  size?: "heading" | "subheading" | "label";
  muted?: boolean;
  id?: string | undefined;
  className?: string | undefined;
}

/** Sans heading of a section (`heading`), a subsection (`subheading`) or a small block (`label`). */
export function Heading({ children, as: Tag = "h2", size = "heading", muted = false, id, className }: HeadingProps) {
  return (
    <Tag id={id} className={cx(styles[size], muted && styles.muted, className)}>
      {children}
    </Tag>
  );
}

interface TextProps {
  children: ReactNode;
  as?: "p" | "span" | "div" | "figcaption" | "dt" | "dd";
  /** Sizes in pixels: `body` 15, `note` 13, `label` 13 medium, `lead` 18 muted. */
  size?: "body" | "note" | "label" | "lead";
  muted?: boolean;
  strong?: boolean;
  id?: string | undefined;
  className?: string | undefined;
}

export function Text({ children, as: Tag = "p", size = "body", muted = false, strong = false, id, className }: TextProps) {
  return (
    <Tag id={id} className={cx(size !== "body" && styles[size], muted && styles.muted, strong && styles.strong, className)}>
      {children}
    </Tag>
  );
}

/**
 * Dot between two facts on a line. Not read out; the spaces separate the facts. A wrapped line may end with the dot, but not start with it.
 */
export function Dot() {
  return (
    <>
      {"\u00A0"}
      <span className={styles.dot} aria-hidden>
        ·
      </span>{" "}
    </>
  );
}

/** Text for screen readers only. */
export function VisuallyHidden({ children, as: Tag = "span" }: { children: ReactNode; as?: "span" | "h1" | "h2" | "div" | "p" }) {
  return <Tag className={styles.hidden}>{children}</Tag>;
}
