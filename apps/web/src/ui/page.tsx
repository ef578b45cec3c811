import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import styles from "./page.module.css";
import { Heading, Title } from "./typography.tsx";

/** One column of content: 1120 px, or 688 for a receipt and other things read from top to bottom. */
export function Page({ children, narrow = false, className }: { children: ReactNode; narrow?: boolean; className?: string | undefined }) {
  return <div className={cx(styles.page, narrow && styles.narrow, className)}>{children}</div>;
}

interface PageHeadProps {
  title: ReactNode;
  /** Level 2 in a dialog, which lies over a page with a title of its own. */
  level?: 1 | 2;
  sub?: ReactNode;
  /** The way back, above the title: a `CrumbLink`. */
  crumb?: ReactNode;
  /** What can be done here, at the right. */
  actions?: ReactNode;
}

/** The title of a page with what belongs beside it. */
export function PageHead({ title, level = 1, sub, crumb, actions }: PageHeadProps) {
  const Head = level === 1 ? "header" : "div"; // a header in a dialog would be taken for another one of the page
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
  /** At the right of the heading: a link, a legend. */
  end?: ReactNode;
  /** Draws the ink rule under the heading; leave it out where a ledger follows, which brings its own. */
  ruled?: boolean;
  size?: "heading" | "subheading";
}

/** A part of a page with its heading. Sections stand 48 px apart. */
export function Section({ title, children, end, ruled = false, size = "heading" }: SectionProps) {
  return (
    <section className={styles.section}>
      <div className={styles.sectionHead}>
        <Heading size={size}>{title}</Heading>
        {end}
      </div>
      {/* Ruled or not, the same element: what stands in it, a half-typed text say, must live on when the rule goes. */}
      <div className={ruled ? styles.ruled : undefined}>{children}</div>
    </section>
  );
}

interface CardProps {
  children: ReactNode;
  /** 24 px inside, 20 on a phone; a sheet of stats or a receipt sets its own. */
  pad?: boolean;
  as?: "div" | "section" | "article" | "figure" | "aside";
  label?: string | undefined;
  className?: string | undefined;
}

/** A raised sheet, for one thing at a time. */
export function Card({ children, pad = true, as: Tag = "div", label, className }: CardProps) {
  return (
    <Tag className={cx(styles.sheet, pad && styles.pad, className)} aria-label={label}>
      {children}
    </Tag>
  );
}

/** Two columns, one on narrow screens; `aside` keeps the second in view while the first is filled in. */
export function Columns({ children, kind = "even" }: { children: ReactNode; kind?: "even" | "aside" }) {
  return <div className={cx(styles.columns, kind === "aside" && styles.aside)}>{children}</div>;
}
