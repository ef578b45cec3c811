import { paymentTerms } from "../../../features/auth/asides.tsx";
import { ButtonLink } from "../../../kit/links.tsx";
import { Amount } from "../../../ui/amount.tsx";
import { Actions } from "../../../ui/button.tsx";
import type { ReactNode } from "react";
import { Band } from "../../../ui/band.tsx";
import { Rosette } from "../../../ui/rosette.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Card } from "../../../ui/page.tsx";
import { Status } from "../../../kit/status/status.tsx";
import { Text, Title } from "../../../ui/typography.tsx";
import styles from "./landing.module.css";
import { paths } from "../../../lib/paths.ts";
import { DataTable, type DataTableColumn } from "../../../ui/data-table.tsx";
import { Time } from "../../../ui/moment.tsx";
import { MonthChart, type ChartMonth } from "../../../ui/month-chart.tsx";
import { Stat, Stats } from "../../../ui/stats.tsx";

const paidAt = new Date(2026, 10, 22, 9, 2, 16);

/** The made-up payment whose ribbon and rosette the landing page shows. Its time is local, so that it reads alike everywhere. */
const example = {
  description: "December rent",
  cents: 145_000,
  merchant: "Juniper Court Apartments",
  hash: "0x46fec14c77b760d84e0341f51c418155910a4b9911e199a3a973be9cad9299ee",
};
/** The same but for its last digit. */
const neighbour = `${example.hash.slice(0, -1)}3`;

const settled = [4_692_000, 4_731_000, 4_688_000, 4_815_000, 4_790_500, 4_926_000, 5_012_000, 5_048_000, 5_103_500, 5_021_000, 5_134_000];

const landlordMonth = {
  completedCents: 4_821_540,
  pendingCents: 293_500,
  currentMonth: "2026-11",
  months: [
    ...settled.map((settledCents, index): ChartMonth => {
      const month = (index + 11) % 12;
      return { month: `${month === 11 ? 2025 : 2026}-${String(month + 1).padStart(2, "0")}`, settledCents, waitingCents: 0 };
    }),
    { month: "2026-11", settledCents: 4_821_540, waitingCents: 293_500 },
  ],
  payments: [
    { payer: "Daniel Reyes", at: new Date(2026, 10, 20), cents: 145_000, status: "pending" as const },
    { payer: "Priya Natarajan", at: new Date(2026, 10, 19), cents: 138_500, status: "completed" as const },
    { payer: "Ingrid Solberg", at: new Date(2026, 10, 18), cents: 162_000, status: "completed" as const },
  ],
};

/** What Hearth is to somebody who pays. */
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
  ["Pay in one step", "You see what is left after before you press Pay."],
  ["Keep the receipt", "The payment is public on Base. Nobody has to take your word for it."],
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

/** The terms in one line, closed as a ledger is. */
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
  ["Matched", "Two tenants paying the same rent in the same minute are never confused."],
  ["Settled", "A payment counts as completed only when the transfer is read from the chain."],
  ["Answered", "Disputes arrive with their documents, and you answer in the same place."],
] as const;

/** What Hearth is to somebody who is paid. */
export function LandlordSection() {
  return (
    <section className={styles.landlord}>
      <LandlordPicture />
      <div className={styles.words}>
        <Text size="label" muted>
          For landlords
        </Text>
        <Title as="h2" size="large">
          Rent lands in your own wallet.
        </Title>
        <Text size="lead" className={styles.lead}>
          Every transfer is matched to the tenant who sent it. Whatever is pending or in dispute stays in view.
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

type ExamplePayment = (typeof landlordMonth.payments)[number];

const columns: DataTableColumn<ExamplePayment>[] = [
  { id: "date", head: "Date", kind: "meta", cell: ({ at }) => <Time at={at} /> },
  { id: "payer", head: "Payer", kind: "title", cell: ({ payer }) => payer },
  { id: "status", head: "Status", kind: "status", cell: ({ status }) => <Status of="payment" value={status} /> },
  { id: "amount", head: "Amount", kind: "amount", cell: ({ cents }) => <Amount cents={cents} /> },
];

function LandlordPicture() {
  const { completedCents, pendingCents, months, currentMonth, payments } = landlordMonth;
  return (
    <Card as="figure" pad={false} label="A landlord’s month as Hearth shows it" className={styles.picture}>
      <Stats bare>
        <Stat label="Completed transactions" value={<Amount cents={completedCents} size={34} />} note="37 payments, Nov 1 – Nov 20, 2026" />
        <Stat label="Pending transactions" value={<Amount cents={pendingCents} size={22} />} note="3 payments" />
      </Stats>
      <div className={styles.chart}>
        <MonthChart label="Received by month" months={months} currentMonth={currentMonth} height={120} />
      </div>
      <DataTable caption="Newest payments" columns={columns} rows={payments} rowKey={({ payer }) => payer} dense inset />
    </Card>
  );
}
