import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import styles from "./page.module.css";
import { Heading, Title } from "./typography.tsx";

/** Page column: 1120 px wide, or 688 px for content that is read from top to bottom, such as a receipt. */
export function Page({ children, narrow = false, className }: { children: ReactNode; narrow?: boolean; className?: string | undefined }) {
  return <div className={cx(styles.page, narrow && styles.narrow, className)}>{children}</div>;
}

interface PageHeadProps {
  title: ReactNode;
  /** 2 in a dialog, because the page has a title of its own. */
  level?: 1 | 2;
  sub?: ReactNode;
  /** Link back, above the title: a `CrumbLink`. */
  crumb?: ReactNode;
  /** Actions, at the right. */
  actions?: ReactNode;
}

/** Head of a page: title, subtitle, link back and actions. */
export function PageHead({ title, level = 1, sub, crumb, actions }: PageHeadProps) {
  const Head = level === 1 ? "header" : "div"; // A header in a dialog would be announced as another page header
  return (
    <Head className={styles.head}>
      <div className={styles.words}>
        {crumb && <div className={styles.crumb}>{crumb}</div>}
        <Title as={level === 1 ? "h1" : "h2"} size={level === 1 ? "title" : "small"}>
          {title}
        </Title>
        {sub && <p className={styles.sub}>{sub}</p>}
      </div>
      {actions}
    </Head>
  );
}

interface SectionProps {
  title: ReactNode;
  children: ReactNode;
  /** Shown at the right of the heading, for instance a link or a legend. */
  end?: ReactNode;
  /** Draws a rule below the heading. Not needed above a table, which has its own. */
  ruled?: boolean;
  size?: "heading" | "subheading";
}

/** A section of a page with its heading, 48 px apart. */
export function Section({ title, children, end, ruled = false, size = "heading" }: SectionProps) {
  return (
    <section className={styles.section}>
      <div className={styles.sectionHead}>
        <Heading size={size}>{title}</Heading>
        {end}
      </div>
      {/* Always the same element, so that its children keep their state, such as a half-typed text, when `ruled` changes */}
      <div className={ruled ? styles.ruled : undefined}>{children}</div>
    </section>
  );
}

interface CardProps {
  children: ReactNode;
  /** Padding of 24 px, or 20 px on a phone. Stats and receipts use their own. */
  pad?: boolean;
  as?: "div" | "section" | "article" | "figure" | "aside";
  label?: string | undefined;
  className?: string | undefined;
}

/** A raised card. */
export function Card({ children, pad = true, as: Tag = "div", label, className }: CardProps) {
  return (
    <Tag className={cx(styles.sheet, pad && styles.pad, className)} aria-label={label}>
      {children}
    </Tag>
  );
}

/** Two columns, stacked on narrow screens. `aside` keeps the second one in view while scrolling. */
export function Columns({ children, kind = "even" }: { children: ReactNode; kind?: "even" | "aside" }) {
  return <div className={cx(styles.columns, kind === "aside" && styles.aside)}>{children}</div>;
}
