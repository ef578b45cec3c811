import { AppLink } from "../links.tsx";
import { Brand } from "../../ui/brand.tsx";
import { cx } from "../../ui/cx.ts";
import { Heading } from "../../ui/typography.tsx";
import { footerColumns } from "./footer-columns.ts";
import { Copyright } from "./line-footer.tsx";
import styles from "./site-footer.module.css";
import { limits } from "@hearth/domain/limits";
import { useEffect, useState, type FormEvent } from "react";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/inputs.tsx";

export type FooterKind = "full" | "short";

/** Footer of public pages: links and a newsletter box, in full on the landing page. */
export function SiteFooter({ kind }: { kind: FooterKind }) {
  return (
    <footer className={styles.footer}>
      <div className={cx(styles.inner, styles[kind])}>{kind === "full" ? <FullLinks /> : <ShortLinks />}</div>
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

const succeeded = "Thank you! Your submission has been received!";
const failed = "Oops! Something went wrong while submitting the form.";

type Outcome = "succeeded" | "failed" | null;

/** Newsletter box. Only shows a message for 3 seconds; makes no request and stores nothing. */
function Newsletter() {
  const [email, setEmail] = useState("");
  const [outcome, setOutcome] = useState<Outcome>(null);

  useEffect(() => {
    if (outcome !== "succeeded") return;
    const timer = setTimeout(() => setOutcome(null), limits.newsletterMessageSeconds * 1_000);
    return () => clearTimeout(timer);
  }, [outcome]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const accepted = event.currentTarget.checkValidity() && email.length <= limits.newsletterEmailMaxLength;
    setOutcome(accepted ? "succeeded" : "failed");
    if (accepted) setEmail("");
  }

  return (
    <form className={styles.newsletter} onSubmit={submit} noValidate>
      <Field label="Newsletter" invalid={outcome === "failed"}>
        <div className={styles.row}>
          <Input
            type="email"
            name="newsletter"
            autoComplete="email"
            placeholder="Email"
            required
            maxLength={limits.newsletterEmailMaxLength}
            value={email}
            onChange={(event) => {
              setEmail(event.target.value);
              setOutcome(null);
            }}
          />
          <Button type="submit">Subscribe</Button>
        </div>
      </Field>
      <p className={cx(styles.message, outcome === "failed" && styles.failed)} role="status">
        {outcome === "succeeded" && succeeded}
        {outcome === "failed" && failed}
      </p>
    </form>
  );
}
