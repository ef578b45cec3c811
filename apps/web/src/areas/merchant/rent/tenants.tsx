import { formatUsd } from "@hearth/domain/money";
import { mostFound } from "@hearth/domain/rent/tenant-search";
import { useNavigate } from "@tanstack/react-router";
import { keepPreviousData } from "@tanstack/react-query";
import { centsOf } from "../../../kit/cents.ts";
import { SaveButton } from "../../../kit/save-button.tsx";
import { AppLink, ButtonLink } from "../../../kit/links.tsx";
import { ListTable } from "../../../kit/list/list-table.tsx";
import { ListFilters } from "../../../kit/list/list-filters.tsx";
import { boundedText, NothingFits, PagedList } from "../../../kit/list/paged-list.tsx";
import { SelectionBar, useChosen } from "../../../kit/list/selection.tsx";
import { type SortableColumns, sortedBy } from "../../../kit/list/sorted.ts";
import { usePages } from "../../../kit/list/use-pages.ts";
import { Permitted, usePermission } from "../../../kit/permission.tsx";
import { rewordHeads, useWording } from "../../../kit/words.ts";
import { downloadText } from "../../../lib/download.ts";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Actions, Button } from "../../../ui/button.tsx";
import type { DataTableColumn } from "../../../ui/data-table.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { PageHead } from "../../../ui/page.tsx";
import { Stat, Stats } from "../../../ui/stats.tsx";
import { FilterTabs } from "../../../ui/tabs.tsx";
import { Text } from "../../../ui/typography.tsx";
import { dayWords } from "../../../ui/dates.ts";
import type { TenantSearch } from "../searches.ts";
import { keepChosenLeases, loadLeases } from "./several/chosen-leases.ts";
import type { SeveralAct } from "./several/several-page.tsx";
import { PropertySelect } from "./property-select.tsx";
import { standingWords } from "./standing-words.ts";
import { tenantsCsv } from "./tenants-csv.ts";
import styles from "./tenants.module.css";

type Tenancy = Outputs["rent"]["tenants"]["items"][number];
type RentState = NonNullable<TenantSearch["state"]> | "all";

const stateLabels: Record<RentState, string> = {
  all: "All",
  late: "Past due",
  owing: "Balance due",
  settled: "Paid up",
  endsSoon: "Ending soon",
  giveBack: "Money to return",
  ended: "Ended",
};
const states = ["all", "late", "owing", "settled", "endsSoon", "giveBack", "ended"] as const satisfies readonly RentState[];
const emptyTexts: Record<RentState, string> = {
  all: "No tenants yet.",
  late: "No one is past due.",
  owing: "No one owes you anything.",
  settled: "No one is paid up.",
  endsSoon: "No lease ends within 60 days.",
  giveBack: "You have no deposit or prepaid rent to return.",
  ended: "No lease has ended.",
};

const columns: DataTableColumn<Tenancy>[] = [
  { id: "unit", head: "Unit", kind: "title", cell: ({ property, unit }) => `${property} ${unit}` },
  { id: "tenants", head: "Tenants", kind: "sub", slack: true, cell: ({ tenants }) => tenants.join(", ") || "No one yet" },
  { id: "standing", head: "Pays", kind: "aside", cell: ({ standing }) => standingWords[standing] },
  { id: "rent", head: "Rent", kind: "aside", figures: true, cell: ({ rent }) => <Amount cents={centsOf(rent)} /> },
  { id: "ends", head: "Ends", kind: "aside", cell: ({ endsOn }) => (endsOn === null ? "" : dayWords(endsOn)) },
  {
    id: "paid",
    head: "Last paid",
    kind: "aside",
    cell: ({ lastPaid }) =>
      lastPaid && (
        <>
          <Amount cents={centsOf(lastPaid.amount)} />, {dayWords(lastPaid.on)}
        </>
      ),
  },
  { id: "due", head: "Status", kind: "status", cell: (row) => <Due row={row} /> },
  { id: "pastDue", head: "Past due", kind: "aside", figures: true, cell: ({ late }) => <Debt amount={late} isLate /> },
  { id: "balance", head: "Balance", kind: "amount", cell: ({ owed }) => <Debt amount={owed} /> },
];

/** An amount owed. Nothing owed is quiet. */
function Debt({ amount, isLate = false }: { amount: number; isLate?: boolean }) {
  if (amount === 0)
    return (
      <Text as="span" muted>
        –
      </Text>
    );
  const shown = <Amount cents={centsOf(amount)} />;
  return isLate ? <strong>{shown}</strong> : shown;
}

type Sort = NonNullable<TenantSearch["sort"]>;
const sortable: SortableColumns<Sort> = {
  unit: { sort: "unit", first: "ascending" },
  tenants: { sort: "tenant", first: "ascending" },
  ends: { sort: "ends", first: "ascending" },
  paid: { sort: "lastPaid", first: "descending" },
  pastDue: { sort: "pastDue", first: "descending" },
  balance: { sort: "balance", first: "descending" },
};

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
  return `Due ${dayWords(dueOn)}`;
}

interface TenantsProps {
  search: TenantSearch;
  onFilter: (filter: Partial<TenantSearch>) => void;
}

const nothing = { state: undefined, search: undefined, property: undefined };

/** The landlord's leases with what each owes: searched as it is typed, sorted, and several acted on at once. */
export function Tenants({ search, onFilter }: TenantsProps) {
  const reword = useWording();
  const navigate = useNavigate();
  const mayAct = usePermission("manager");
  const state: RentState = search.state ?? "all";
  const filter = { state, search: search.search, propertyId: search.property };
  const sort = search.sort === undefined ? {} : { sort: search.sort, order: search.order };
  const pages = usePages(trpc.rent.tenants, { ...filter, ...sort });
  const chosen = useChosen<Tenancy>(({ _id }) => _id, JSON.stringify(filter));
  const addButton = (
    <Permitted least="manager">
      <ButtonLink to="/merchant/leases/new" variant="primary">
        {reword("Add a tenant")}
      </ButtonLink>
    </Permitted>
  );

  function act(kind: SeveralAct) {
    keepChosenLeases(chosen.rows);
    void navigate({ to: "/merchant/leases/several", search: { act: kind, chosen: true } });
  }

  async function exportShown() {
    const rows = chosen.rows.length > 0 ? chosen.rows : await loadLeases({ ...filter, ...sort }, Number.POSITIVE_INFINITY);
    downloadText("hearth-tenants.csv", tenantsCsv(rows), "text/csv");
  }

  return (
    <>
      <PageHead
        title={reword("Tenants")}
        actions={
          <Actions>
            <ButtonLink to="/merchant/invitations">Invitations</ButtonLink>
            <Permitted least="manager">
              <ButtonLink to="/merchant/leases/several" search={{ act: "record" }}>
                Record payments
              </ButtonLink>
              <ButtonLink to="/merchant/leases/several" search={{ act: "charge" }}>
                {reword("Charge tenants")}
              </ButtonLink>
            </Permitted>
            {addButton}
          </Actions>
        }
      />
      <Sums filter={filter} />
      <ListFilters
        searchOnly
        value={{ search: search.search }}
        onFilter={({ search: text }) => onFilter({ search: text })}
        placeholder={reword("Tenant, unit, email, amount or hash")}
        more={() => <PropertySelect value={search.property} onChange={(property) => onFilter({ property })} />}
      />
      <FilterTabs
        label="Status"
        options={states.map((value) => ({ value, label: stateLabels[value] }))}
        value={state}
        onChange={(next) => onFilter({ state: next === "all" ? undefined : next })}
      />
      <PagedList
        pages={pages}
        noun={reword("lease")}
        failed={reword("Failed to load your tenants")}
        empty={
          state === "all" && !search.search && search.property === undefined ? (
            <Empty action={addButton}>{reword(emptyTexts.all)}</Empty>
          ) : (
            <NothingFits
              filter={{ search: search.search, property: search.property, state: search.state }}
              onClear={() => onFilter(nothing)}
              none=""
            >
              {search.search || search.property !== undefined ? reword("No tenant matches this search.") : reword(emptyTexts[state])}
            </NothingFits>
          )
        }
      >
        {(rows) => (
          <ListTable
            name="tenants"
            hiddenAtFirst={["rent", "ends", "paid"]}
            tools={<SaveButton label="Export CSV" save={exportShown} small />}
            caption={reword("Tenants")}
            columns={sortedBy(rewordHeads(reword, columns), sortable, search, onFilter)}
            rows={rows}
            rowKey={({ _id }) => _id}
            rowName={({ property, unit }) => `${property} ${unit}`}
            choice={mayAct ? chosen : undefined}
            open={({ _id }, props) => <AppLink to="/merchant/leases/$leaseId" params={{ leaseId: _id }} {...props} />}
          />
        )}
      </PagedList>
      <SelectionBar
        chosen={chosen}
        noun={reword("lease")}
        loadAll={pages.hasNextPage ? () => loadLeases({ ...filter, ...sort }) : undefined}
      >
        <Button size="small" variant="primary" onClick={() => act("remind")}>
          Remind
        </Button>
        <Button size="small" onClick={() => act("record")}>
          Record payments
        </Button>
        <Button size="small" onClick={() => act("charge")}>
          Charge
        </Button>
        <Button size="small" onClick={() => act("renew")}>
          Renew
        </Button>
      </SelectionBar>
    </>
  );
}

/** Past due and balance of all leases that the filter matches. */
function Sums({ filter }: { filter: { state: RentState; search: string | undefined; propertyId: string | undefined } }) {
  const reword = useWording();
  const { data } = trpc.rent.tenantSums.useQuery(filter, { placeholderData: keepPreviousData });
  if (!data) return null;
  return (
    <div className={styles.sums}>
      <Stats>
        <Stat
          label="Past due"
          value={<Amount cents={centsOf(data.pastDue)} size={30} />}
          note={reword(
            `Leases past due: ${data.pastDueLeases.toLocaleString("en-US")} of ${boundedText({ count: data.leases, hasMore: data.hasMoreLeases })}`,
          )}
        />
        <Stat
          label="Balance"
          value={<Amount cents={centsOf(data.balance)} size={30} />}
          note={data.credit > 0 ? `Beside credits of ${formatUsd(centsOf(data.credit))}` : "Past due and what is due next"}
        />
      </Stats>
      {data.isCut && (
        <Text
          muted
        >{`This search matches more than ${mostFound} leases. Only ${mostFound} of them are listed and added up. Type more to find the others.`}</Text>
      )}
    </div>
  );
}
