import { rentStates } from "@hearth/domain/rent/inputs";
import { centsOf } from "../../../kit/cents.ts";
import { AppLink, ButtonLink } from "../../../kit/links.tsx";
import { ListFilters } from "../../../kit/list/list-filters.tsx";
import { PagedList } from "../../../kit/list/paged-list.tsx";
import { usePages } from "../../../kit/list/use-pages.ts";
import { Permitted } from "../../../kit/permission.tsx";
import { rewordHeads, useWording } from "../../../kit/words.ts";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Actions } from "../../../ui/button.tsx";
import { DataTable, type DataTableColumn } from "../../../ui/data-table.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { PageHead } from "../../../ui/page.tsx";
import { FilterTabs } from "../../../ui/tabs.tsx";
import { Text } from "../../../ui/typography.tsx";
import type { TenantSearch } from "../searches.ts";
import { dayWords } from "../../../ui/dates.ts";

type Tenancy = Outputs["rent"]["tenants"]["items"][number];
type RentState = (typeof rentStates)[number];

const stateLabels: Record<RentState, string> = { all: "All", late: "Past due", owing: "Balance due", settled: "Paid up", ended: "Ended" };
const emptyTexts: Record<RentState, string> = {
  all: "No tenants yet.",
  late: "No one is past due.",
  owing: "No one owes you anything.",
  settled: "No one is paid up.",
  ended: "No lease has ended.",
};

const columns: DataTableColumn<Tenancy>[] = [
  { id: "unit", head: "Unit", kind: "title", cell: ({ property, unit }) => `${property} ${unit}` },
  {
    id: "tenants",
    head: "Tenants",
    kind: "sub",
    slack: true,
    cell: ({ tenants, autopay }) => `${tenants.join(", ")}${autopay ? " · Autopay" : ""}`,
  },
  { id: "due", head: "Due", kind: "status", cell: (row) => <Due row={row} /> },
  {
    id: "paid",
    head: "Last paid",
    kind: "meta",
    cell: ({ lastPaid }) =>
      lastPaid && (
        <>
          <Amount cents={centsOf(lastPaid.amount)} />, {dayWords(lastPaid.on)}
        </>
      ),
  },
  { id: "owed", head: "Owed", kind: "amount", cell: ({ owed }) => <Amount cents={centsOf(owed)} /> },
];

/** Short label for the next step to settle an ended lease. */
const settleWords: Record<NonNullable<Tenancy["settle"]>["step"], string> = {
  keep: "Ended: keep part of the deposit",
  pay: "Ended: balance due",
  giveBack: "Ended: deposit to return",
  return: "Ended: prepaid rent to return",
};

function Due({ row: { dueOn, daysLate, credit, settle } }: { row: Tenancy }) {
  if (settle !== null) {
    return (
      <>
        <strong>{settleWords[settle.step]}</strong>, <Amount cents={centsOf(settle.amount)} />
      </>
    );
  }
  if (dueOn === null) return <Text muted>{credit > 0 ? <>Credit of {<Amount cents={centsOf(credit)} />}</> : "Paid up"}</Text>;
  if (daysLate > 0) return <strong>{`${daysLate} ${daysLate === 1 ? "day" : "days"} late`}</strong>;
  return dayWords(dueOn);
}

interface TenantsProps {
  search: TenantSearch;
  onFilter: (filter: Partial<TenantSearch>) => void;
}

/** Lists what each lease owes, longest overdue first. */
export function Tenants({ search, onFilter }: TenantsProps) {
  const reword = useWording();
  const state = search.state ?? "all";
  const pages = usePages(trpc.rent.tenants, { state, search: search.search });
  const addButton = (
    <Permitted least="manager">
      <ButtonLink to="/merchant/properties" variant="primary">
        {reword("Add a tenant")}
      </ButtonLink>
    </Permitted>
  );
  return (
    <>
      <PageHead
        title={reword("Tenants")}
        actions={
          <Actions>
            <ButtonLink to="/merchant/invitations">Invitations</ButtonLink>
            <Permitted least="manager">
              <ButtonLink to="/merchant/charges">Import charges</ButtonLink>
            </Permitted>
            {addButton}
          </Actions>
        }
      />
      <ListFilters
        draft
        searchOnly
        value={{ search: search.search }}
        onFilter={({ search: text }) => onFilter({ search: text })}
        placeholder="Name, unit, email, amount or hash"
      />
      <FilterTabs
        label="Status"
        options={rentStates.map((value) => ({ value, label: stateLabels[value] }))}
        value={state}
        onChange={(next) => onFilter({ state: next === "all" ? undefined : next })}
      />
      <PagedList
        pages={pages}
        noun={reword("lease")}
        failed={reword("Failed to load your tenants")}
        empty={
          <Empty action={state === "all" && !search.search && addButton}>
            {search.search ? "No one matches this search." : reword(emptyTexts[state])}
          </Empty>
        }
      >
        {(rows) => (
          <DataTable
            dense
            sticky
            cards="wide"
            caption={reword("Tenants")}
            columns={rewordHeads(reword, columns)}
            rows={rows}
            rowKey={({ _id }) => _id}
            rowName={({ property, unit }) => `${property} ${unit}`}
            open={({ _id }, props) => <AppLink to="/merchant/leases/$leaseId" params={{ leaseId: _id }} {...props} />}
          />
        )}
      </PagedList>
    </>
  );
}
