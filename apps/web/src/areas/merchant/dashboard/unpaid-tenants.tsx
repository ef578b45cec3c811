import type { Outputs } from "../../../lib/trpc.ts";
import { centsOf } from "../../../kit/cents.ts";
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
  { id: "date", head: "Paid last", kind: "meta", cell: ({ last }) => (last ? <Time at={last.at} /> : "Never") },
  { id: "amount", head: "Amount", kind: "amount", cell: ({ last }) => last && <Amount cents={centsOf(last.amount)} /> },
];

/** `November`, of a month as the server names it. */
export function monthAlone(month: string): string {
  return monthWords(month).split(" ")[0] ?? "";
}

/** Who has paid nothing yet in the month, with what each paid last; nothing where everybody has. */
export function UnpaidTenants({ unpaid: { items, enrolled, paid, month } }: { unpaid: Unpaid }) {
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
