import type { BookFormat } from "@hearth/domain/rent/books-inputs";
import { bookPeriodName, periodsUntil } from "@hearth/domain/rent/book-period";
import { signedCents } from "../../../features/rent/due.ts";
import { AppLink, ButtonLink } from "../../../kit/links.tsx";
import { PagedList } from "../../../kit/list/paged-list.tsx";
import { usePages } from "../../../kit/list/use-pages.ts";
import { SaveButton } from "../../../kit/save-button.tsx";
import { rewordHeads, useWording } from "../../../kit/words.ts";
import { saveBase64 } from "../../../lib/download.ts";
import { type Outputs, trpc, trpcClient } from "../../../lib/trpc.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Actions } from "../../../ui/button.tsx";
import { DataTable, type DataTableColumn } from "../../../ui/data-table.tsx";
import { Empty, ErrorState } from "../../../ui/empty.tsx";
import { PageHead, Section } from "../../../ui/page.tsx";
import { SkeletonLedger } from "../../../ui/skeleton.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Stat, Stats } from "../../../ui/stats.tsx";
import { Text } from "../../../ui/typography.tsx";
import { money, PeriodSelect } from "./month-close.tsx";

type Line = Outputs["rent"]["roll"]["items"][number];
type Sums = Outputs["rent"]["rollSums"];

const columns: DataTableColumn<Line>[] = [
  { id: "unit", head: "Unit", kind: "title", cell: ({ unit }) => unit },
  { id: "tenants", head: "Tenants", kind: "sub", slack: true, cell: ({ tenants }) => tenants.join(", ") },
  { id: "rent", head: "Rent", kind: "aside", figures: true, cell: ({ rent }) => (rent === null ? "None yet" : money(rent)) },
  { id: "before", head: "Balance forward", kind: "aside", figures: true, cell: ({ before }) => money(before) },
  {
    id: "paid",
    head: "Paid, of charged",
    kind: "meta",
    figures: true,
    cell: ({ paid, charged }) => (
      <>
        {money(paid)} of {money(charged)}
      </>
    ),
  },
  { id: "after", head: "Ending balance", kind: "amount", cell: ({ after }) => money(after) },
];

/** Shown if a lease was credited something. The deposit of a lease is on its page. */
const creditedColumn: DataTableColumn<Line> = {
  id: "credited",
  head: "Credited",
  kind: "aside",
  figures: true,
  cell: ({ credited }) => money(credited),
};

/** Shown if entries were added for closed days. */
const laterColumn: DataTableColumn<Line> = {
  id: "cameLater",
  head: "Added after the close",
  kind: "aside",
  figures: true,
  cell: ({ cameLater }) => money(cameLater),
};

/** The columns that these rows need, at most eight. */
function columnsOf(rows: readonly Line[]): DataTableColumn<Line>[] {
  return [
    ...columns,
    ...(rows.some(({ credited }) => credited !== 0) ? [creditedColumn] : []),
    ...(rows.some(({ cameLater }) => cameLater !== 0) ? [laterColumn] : []),
  ];
}

const incomeColumns: DataTableColumn<Sums["income"][number]>[] = [
  { id: "property", head: "Property", kind: "title", cell: ({ property }) => property },
  { id: "month", head: "Month", kind: "meta", cell: ({ month }) => bookPeriodName(month) },
  { id: "received", head: "Received", kind: "aside", figures: true, cell: ({ received }) => money(received) },
  { id: "deposits", head: "To deposits", kind: "aside", figures: true, cell: ({ deposits }) => money(deposits) },
  { id: "income", head: "Income", kind: "amount", cell: ({ income }) => money(income) },
];

interface RentRollProps {
  /** A month or a year. */
  period: string;
  today: string;
  onPeriod: (period: string) => void;
}

/** Rent roll of a month or year: what each lease was charged and paid, what is open, and the income by property. */
export function RentRoll({ period, today, onPeriod }: RentRollProps) {
  const reword = useWording();
  const pages = usePages(trpc.rent.roll, { period });
  const sums = trpc.rent.rollSums.useQuery({ period });
  const periods = periodsUntil(today);
  const save = async (format: BookFormat) => saveBase64(await trpcClient.rent.rollFile.query({ period, format }));
  const actions = (
    <Actions>
      {period.length === 7 && (
        <ButtonLink to="/merchant/month-close" search={{ period }}>
          Month close
        </ButtonLink>
      )}
      <SaveButton label="Save PDF" save={() => save("pdf")} />
      <SaveButton label="Export CSV" save={() => save("csv")} />
      <SaveButton label="Export for accounting" save={async () => saveBase64(await trpcClient.rent.accountingFile.query({ period }))} />
    </Actions>
  );
  return (
    <>
      <PageHead title="Rent roll" sub={bookPeriodName(period)} actions={actions} />
      <Stack wide>
        <PeriodSelect label="Month or year" period={period} periods={periods} onPeriod={onPeriod} />
        {sums.data ? (
          <Totals sums={sums.data} />
        ) : sums.isError ? (
          <ErrorState onRetry={() => void sums.refetch()} busy={sums.isFetching}>
            Failed to load the totals of the rent roll
          </ErrorState>
        ) : (
          <SkeletonLedger rows={2} />
        )}
      </Stack>
      <Section title={reword("Leases")}>
        <PagedList
          pages={pages}
          noun={reword("lease")}
          failed="Failed to load the rent roll"
          empty={
            <Empty action={<ButtonLink to="/merchant/properties">See properties</ButtonLink>}>
              {reword("No lease had activity in this period.")}
            </Empty>
          }
        >
          {(rows) => (
            <DataTable
              dense
              sticky
              cards="wide"
              caption="Rent roll"
              columns={rewordHeads(reword, columnsOf(rows))}
              rows={rows}
              rowKey={({ _id }) => _id}
              groups={{ of: ({ property }) => property, heading: (property) => property }}
              rowName={({ property, unit }) => `${property} ${unit}`}
              open={({ _id }, props) => <AppLink to="/merchant/leases/$leaseId" params={{ leaseId: _id }} {...props} />}
            />
          )}
        </PagedList>
      </Section>
      {sums.data && sums.data.income.length > 0 && (
        <Section title="Income by property and month">
          <DataTable
            dense
            caption="Income"
            columns={incomeColumns}
            rows={sums.data.income}
            rowKey={({ property, month }) => `${property} ${month}`}
          />
        </Section>
      )}
    </>
  );
}

function Totals({ sums }: { sums: Sums }) {
  const figure = (amount: number) => <Amount cents={signedCents(amount)} size={22} />;
  return (
    <>
      <Stats>
        <Stat label="Balance forward" value={figure(sums.before)} />
        <Stat label="Charged" value={figure(sums.charged)} />
        <Stat label="Paid" value={figure(sums.paid)} note={sums.credited === 0 ? null : <>{money(sums.credited)} credited</>} />
        <Stat label="Ending balance" value={figure(sums.after)} />
        <Stat label="Deposits held today" value={figure(sums.depositHeld)} />
      </Stats>
      <CameLater sums={sums} />
    </>
  );
}

/** Says that a closed month keeps its figures, and what was added for its days since. */
function CameLater({ sums: { closed, cameLater } }: { sums: Sums }) {
  if (closed === null && cameLater === 0) return null;
  const balance = cameLater > 0 ? "more owed" : "less owed";
  return (
    <Text muted>
      {closed !== null && (
        <>
          Figures as {closed.by} closed the month on <Time at={closed.at} />.{" "}
        </>
      )}
      {cameLater !== 0 && (
        <>
          Entries added later for these days leave {money(Math.abs(cameLater))} {balance}, and count in the month that was open then.
        </>
      )}
    </Text>
  );
}
