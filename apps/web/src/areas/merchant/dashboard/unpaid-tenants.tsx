import type { Outputs } from "../../../lib/trpc.ts";
import { centsOf } from "../../../kit/cents.ts";
import { AppLink, TextLink } from "../../../kit/links.tsx";
import { Amount } from "../../../ui/amount.tsx";
import { DataTable, type DataTableColumn } from "../../../ui/data-table.tsx";
import { monthWords } from "../../../ui/dates.ts";
import { Time } from "../../../ui/moment.tsx";
import { Section } from "../../../ui/page.tsx";
import { Seal } from "../../../ui/seal.tsx";
import { Text } from "../../../ui/typography.tsx";

type Unpaid = Outputs["merchant"]["unpaidTenants"];
type Tenant = Unpaid["items"][number];

const columns: DataTableColumn<Tenant>[] = [
  { id: "seal", head: "Mark", kind: "mark", cell: () => <Seal hash={null} /> },
  { id: "apartment", head: "Apt", kind: "sub", cell: ({ aptNumber }) => aptNumber && `Apt ${aptNumber}` },
  { id: "tenant", head: "Name", kind: "title", cell: ({ firstName, lastName }) => `${firstName} ${lastName}` },
  { id: "date", head: "Last paid", kind: "meta", cell: ({ last }) => (last ? <Time at={last.at} /> : "Never") },
  { id: "amount", head: "Amount", kind: "amount", cell: ({ last }) => last && <Amount cents={centsOf(last.amount)} /> },
];

/** Name of a month without the year: `November`. */
export function monthAlone(month: string): string {
  return monthWords(month).split(" ")[0] ?? "";
}

type Rent = NonNullable<Unpaid["rent"]>;

const dueColumns: DataTableColumn<Rent["items"][number]>[] = [
  { id: "unit", head: "Unit", kind: "sub", cell: ({ property, unit }) => `${property} ${unit}` },
  { id: "tenant", head: "Name", kind: "title", cell: ({ tenants }) => tenants.join(", ") || "No one yet" },
  { id: "since", head: "Due", kind: "meta", cell: ({ daysLate }) => sinceWords(daysLate) },
  { id: "amount", head: "Owed", kind: "amount", cell: ({ due }) => <Amount cents={centsOf(due)} /> },
];

function sinceWords(daysLate: number): string {
  if (daysLate === 0) return "Today";
  return `${daysLate} ${daysLate === 1 ? "day" : "days"} late`;
}

/** Lists unpaid rent that is due, longest overdue first. Each row links to its lease. */
function DueRent({ rent: { items, owing } }: { rent: Rent }) {
  if (items.length === 0) return null;
  return (
    <Section title="Past due">
      <DataTable
        caption="Past due"
        columns={dueColumns}
        rows={items}
        rowKey={({ _id }) => _id}
        rowName={({ property, unit }) => `${property} ${unit}`}
        open={({ _id }, props) => <AppLink to="/merchant/leases/$leaseId" params={{ leaseId: _id }} {...props} />}
        dense
      />
      {owing > items.length && (
        <TextLink size="small" to="/merchant/tenants" search={{ state: "owing" }}>
          and {(owing - items.length).toLocaleString("en-US")} more
        </TextLink>
      )}
    </Section>
  );
}

/**
 * Lists unpaid rent that is due. Without leases, lists tenants who paid nothing this month, with their last payment. Renders nothing if
 * everybody has paid.
 */
export function UnpaidTenants({ unpaid }: { unpaid: Unpaid }) {
  const { items, enrolled, paid, month, rent } = unpaid;
  if (rent !== null) return <DueRent rent={rent} />;
  if (items.length === 0) return null;
  const others = enrolled - paid - items.length;
  return (
    <Section title={`Nothing paid yet in ${monthAlone(month)}`}>
      <DataTable caption="Nothing paid yet" columns={columns} rows={items} rowKey={({ _id }) => _id} dense />
      {others > 0 && (
        <Text size="note" muted>
          and {others.toLocaleString("en-US")} more
        </Text>
      )}
    </Section>
  );
}
