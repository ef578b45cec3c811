import { paymentTerms } from "../../../features/auth/asides.tsx";
import { ButtonLink } from "../../../kit/links.tsx";
import { Amount } from "../../../ui/amount.tsx";
import { Actions } from "../../../ui/button.tsx";
import { type ReactNode, Suspense } from "react";
import { lazyOptional } from "../../../lib/loading/lazy-optional.ts";
import { Band } from "../../../ui/band.tsx";
import { Rosette } from "../../../ui/rosette.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Text, Title } from "../../../ui/typography.tsx";
import styles from "./landing.module.css";
import { paths } from "../../../lib/paths.ts";
import { Time } from "../../../ui/moment.tsx";

/** Loaded on demand: it is far below the fold, and its parts are used on no other public page. */
const LandlordPicture = lazyOptional(async () => (await import("./landlord-picture.tsx")).LandlordPicture);

const paidAt = new Date(2026, 10, 22, 9, 2, 16);

/** Example payment whose ribbon and rosette the landing page shows. Its time is local, so that it reads the same everywhere. */
const example = {
  description: "December rent",
  cents: 145_000,
  merchant: "Juniper Court Apartments",
  hash: "0x46fec14c77b760d84e0341f51c418155910a4b9911e199a3a973be9cad9299ee",
};
/** The example's hash with another last digit. */
const neighbour = `${example.hash.slice(0, -1)}3`;

/** Part of the landing page for payers. */
export function TenantSection() {
  return (
    <>
      <section className={styles.hero}>
        <Title size="display">
          Pay the rent. <span className={styles.keep}>Keep the proof.</span>
        </Title>
        <div>
          <Text size="lead">Send rent in USDC, straight to your landlord’s wallet. You both get a receipt that anyone can check.</Text>
          <Actions className={styles.actions}>
            <ButtonLink to="/register" variant="primary">
              Sign up
            </ButtonLink>
            <ButtonLink to="/login">Sign in</ButtonLink>
          </Actions>
        </div>
      </section>
      <figure aria-label="A payment as Hearth draws it">
        <div className={styles.bleed}>
          <Band hash={example.hash} share={1} width={1280} height={210} />
        </div>
        <dl className={styles.caption}>
          <Fact label={example.description}>
            <Amount cents={example.cents} />
          </Fact>
          <Fact label="Paid to">{example.merchant}</Fact>
          <Fact label="Settled">
            <Time at={paidAt} shape="minute" />
          </Fact>
          <Fact label="Transaction">
            <Hash value={example.hash} shape="address" copy={false} />
          </Fact>
        </dl>
      </figure>
      <ol className={styles.steps}>
        {steps.map(([name, sentence]) => (
          <li key={name}>
            <Title as="h2" size="smallest">
              {name}
            </Title>
            <Text muted>{sentence}</Text>
          </li>
        ))}
      </ol>
      <Engravings />
    </>
  );
}

const steps = [
  ["Fill your wallet", "By card, by bank or from another wallet. One USDC is one dollar."],
  ["Pay with a touch", "A fingerprint is enough. You see first what is left after."],
  ["Keep the receipt", "The payment is public on Base. No one has to take your word for it."],
] as const;

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Engravings() {
  return (
    <section className={styles.how}>
      <div>
        <Title as="h2" size="large">
          One digit different, another engraving.
        </Title>
        <Text muted className={styles.lead}>
          When a payment settles, Hearth draws an engraving from its transaction hash. The same hash always gives the same lines, so you and
          your landlord see the same picture.
        </Text>
        <Text muted className={styles.lead}>
          A payment that has not settled is only hatched. A failed one has none.
        </Text>
      </div>
      <div className={styles.pair}>
        {[example.hash, neighbour].map((hash) => (
          <figure key={hash}>
            <Rosette hash={hash} />
            <figcaption>
              {hash.slice(0, -1)}
              <b>{hash.slice(-1)}</b>
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}

/** The payment terms in one ruled line. */
export function Terms() {
  return (
    <dl className={styles.terms}>
      {paymentTerms.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const reasons = [
  ["Charged", "Leases charge rent every month, with proration, a grace period and late fees."],
  ["Paid", "Tenants get reminders and can turn on autopay. Each payment is matched to its tenant."],
  ["Closed", "A rent roll, month close, statements and a file for your accounting program."],
] as const;

/** Part of the landing page for landlords. */
export function LandlordSection() {
  return (
    <section className={styles.landlord}>
      <Suspense fallback={<div className={styles.pictureToCome} />}>
        <LandlordPicture />
      </Suspense>
      <div className={styles.words}>
        <Text size="label" muted>
          For landlords
        </Text>
        <Title as="h2" size="large">
          Rent lands in your own wallet.
        </Title>
        <Text size="lead" className={styles.lead}>
          See who has paid, who is past due and what is in dispute. Every transfer is matched to the tenant who sent it.
        </Text>
        <dl className={styles.reasons}>
          {reasons.map(([word, sentence]) => (
            <div key={word}>
              <dt>{word}</dt>
              <dd>{sentence}</dd>
            </div>
          ))}
        </dl>
        <Actions className={styles.actions}>
          <ButtonLink to={paths.merchantRegister} size="large">
            Create a merchant account
          </ButtonLink>
          <ButtonLink to={paths.merchantLogin} variant="quiet" size="large">
            Merchant sign in
          </ButtonLink>
        </Actions>
      </div>
    </section>
  );
}
