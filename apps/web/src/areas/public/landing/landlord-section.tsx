import { ButtonLink } from "../../../kit/links.tsx";
import { paths } from "../../../lib/paths.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Actions } from "../../../ui/button.tsx";
import { DataTable, type DataTableColumn } from "../../../ui/data-table.tsx";
import { Time } from "../../../ui/moment.tsx";
import { MonthChart } from "../../../ui/month-chart.tsx";
import { Card } from "../../../ui/page.tsx";
import { Stat, Stats } from "../../../ui/stats.tsx";
import { Status } from "../../../kit/status/status.tsx";
import { Text, Title } from "../../../ui/typography.tsx";
import { landlordMonth } from "./example.ts";
import styles from "./landing.module.css";

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
        <Stat label="Completed transactions" value={<Amount cents={completedCents} size={37} />} note="37 payments, Nov 1 – Nov 20, 2026" />
        <Stat label="Pending transactions" value={<Amount cents={pendingCents} size={22} />} note="3 payments" />
      </Stats>
      <div className={styles.chart}>
        <MonthChart label="Received by month" months={months} currentMonth={currentMonth} height={120} />
      </div>
      <DataTable caption="Newest payments" columns={columns} rows={payments} rowKey={({ payer }) => payer} dense inset />
    </Card>
  );
}
