import type { Outputs } from "../../../lib/trpc.ts";
import { centsOf } from "../../../kit/cents.ts";
import { monthAlone } from "./month-words.ts";
import { Amount } from "../../../ui/amount.tsx";
import { DataTable, type DataTableColumn } from "../../../ui/data-table.tsx";
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

/** For a business without leases: tenants who paid nothing this month, with their last payment. Renders nothing if everybody has paid. */
export function UnpaidTenants({ unpaid }: { unpaid: Unpaid }) {
  const { items, enrolled, paid, month } = unpaid;
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
