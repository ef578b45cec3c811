import { Status } from "../../../kit/status/status.tsx";
import { Amount } from "../../../ui/amount.tsx";
import { DataTable, type DataTableColumn } from "../../../ui/data-table.tsx";
import { Time } from "../../../ui/moment.tsx";
import { type ChartMonth, MonthChart } from "../../../ui/month-chart.tsx";
import { Card } from "../../../ui/page.tsx";
import { Stat, Stats } from "../../../ui/stats.tsx";
import styles from "./landing.module.css";

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

type ExamplePayment = (typeof landlordMonth.payments)[number];

const columns: DataTableColumn<ExamplePayment>[] = [
  { id: "date", head: "Date", kind: "meta", cell: ({ at }) => <Time at={at} /> },
  { id: "payer", head: "Payer", kind: "title", cell: ({ payer }) => payer },
  { id: "status", head: "Status", kind: "status", cell: ({ status }) => <Status kind="payment" value={status} /> },
  { id: "amount", head: "Amount", kind: "amount", cell: ({ cents }) => <Amount cents={cents} /> },
];

/** Example month of a landlord, rendered with the components of the real dashboard. */
export function LandlordPicture() {
  const { completedCents, pendingCents, months, currentMonth, payments } = landlordMonth;
  return (
    <Card as="figure" pad={false} label="A landlord’s month as Hearth shows it">
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
