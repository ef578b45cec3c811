import { AppLink } from "../links.tsx";
import { Brand } from "../../ui/brand.tsx";
import { cx } from "../../ui/cx.ts";
import { Heading } from "../../ui/typography.tsx";
import { footerColumns } from "./navigation.ts";
import { Newsletter } from "./newsletter.tsx";
import styles from "./site-footer.module.css";

/** The footer: its ten pages and the newsletter box; in full on the landing page, in short elsewhere. */
export function SiteFooter({ kind }: { kind: "full" | "short" }) {
  return (
    <footer className={styles.footer}>
      <div className={cx(styles.inner, kind === "full" ? styles.full : styles.short)}>
        {kind === "full" ? <FullLinks /> : <ShortLinks />}
      </div>
    </footer>
  );
}

function FullLinks() {
  return (
    <>
      <div className={styles.brand}>
        <Brand />
        <Newsletter />
      </div>
      {footerColumns.map(({ title, links }) => (
        <nav key={title} className={styles.column} aria-label={title}>
          <Heading size="label">{title}</Heading>
          {links.map(({ label, to }) => (
            <AppLink key={to} to={to}>
              {label}
            </AppLink>
          ))}
        </nav>
      ))}
      <Copyright />
    </>
  );
}

function Copyright() {
  return <p className={styles.copyright}>© {new Date().getFullYear()} Hearth</p>;
}

function ShortLinks() {
  return (
    <>
      <div className={styles.shortWords}>
        <nav className={styles.links} aria-label="About Hearth">
          {footerColumns.flatMap(({ links }) =>
            links.map(({ label, to }) => (
              <AppLink key={to} to={to}>
                {label}
              </AppLink>
            )),
          )}
        </nav>
        <Copyright />
      </div>
      <Newsletter />
    </>
  );
}
