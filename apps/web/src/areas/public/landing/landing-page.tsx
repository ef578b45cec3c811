import { paymentTerms } from "../../../features/auth/asides.tsx";
import { ButtonLink } from "../../../kit/links.tsx";
import { Amount } from "../../../ui/amount.tsx";
import { Actions } from "../../../ui/button.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Card } from "../../../ui/page.tsx";
import { Status } from "../../../kit/status/status.tsx";
import { Timeline } from "../../../ui/timeline.tsx";
import { Text, Title } from "../../../ui/typography.tsx";
import styles from "./landing.module.css";
import { paths } from "../../../lib/paths.ts";
import { DataTable, type DataTableColumn } from "../../../ui/data-table.tsx";
import { Time } from "../../../ui/moment.tsx";
import { MonthChart, type ChartMonth } from "../../../ui/month-chart.tsx";
import { Stat, Stats } from "../../../ui/stats.tsx";

/** The made-up tenant and landlord whose figures the landing page shows. Times are local, so that they read alike everywhere. */
const tenantPayment = {
  description: "November rent",
  cents: 145_000,
  merchant: "Juniper Court Apartments",
  apartment: "4B",
  hash: "0x8f3a91c29e417604f88a4142f956b2e31ee99ac860a20278a5b0e2a85e10b04e",
  life: [
    { id: "created", label: "Created", at: new Date(2026, 10, 2, 9, 2, 11) },
    { id: "opened", label: "Checkout opened", at: new Date(2026, 10, 2, 9, 2, 14) },
    { id: "seen", label: "Seen on chain", at: new Date(2026, 10, 2, 9, 3, 1), detail: "Block 53,424,817" },
    { id: "confirmed", label: "Confirmed", at: new Date(2026, 10, 2, 9, 3, 11), detail: "5 of 5 confirmations", state: "good" as const },
    { id: "receipt", label: "Receipt", at: new Date(2026, 10, 2, 9, 3, 11), state: "good" as const },
  ],
};

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
    <section className={styles.hero}>
      <div className={styles.words}>
        <Text size="label" muted>
          For tenants
        </Text>
        <Title size="display">
          Pay the rent. <span className={styles.keep}>Keep the proof.</span>
        </Title>
        <Text size="lead" className={styles.lead}>
          Hearth sends your rent and bills in USDC straight to your landlord’s wallet. You see it leave, arrive and settle, and the receipt
          is yours.
        </Text>
        <Actions className={styles.actions}>
          <ButtonLink to="/register" variant="primary" size="large">
            Sign up
          </ButtonLink>
          <ButtonLink to="/login" size="large">
            Sign in
          </ButtonLink>
        </Actions>
      </div>
      <TenantPicture />
    </section>
  );
}

function TenantPicture() {
  const { description, cents, merchant, apartment, hash, life } = tenantPayment;
  return (
    <Card as="figure" label="A payment as Hearth shows it" className={styles.picture}>
      <div className={styles.top}>
        <div>
          <Text size="label" muted>
            {description}
          </Text>
          <Amount cents={cents} size={46} unit="USDC" />
        </div>
        <Status of="payment" value="completed" strong />
      </div>
      <DescriptionList kind="receipt" className={styles.facts}>
        <Description label="Merchant">{merchant}</Description>
        <Description label="Apartment number">{apartment}</Description>
        <Description label="Transaction">
          <Hash value={hash} copy={false} />
        </Description>
      </DescriptionList>
      <div className={styles.life}>
        <Timeline events={life} />
      </div>
    </Card>
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
    <section className={`${styles.hero} ${styles.landlord}`}>
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
