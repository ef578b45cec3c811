import { limits } from "@hearth/domain/limits";
import { workListNames, workLists } from "@hearth/domain/operations/work-lists";
import { CrumbLink, TextLink } from "../../../kit/links.tsx";
import { FilterSelect } from "../../../kit/list/list-filters.tsx";
import { NothingFits } from "../../../kit/list/paged-list.tsx";
import { usePermission } from "../../../kit/permission.tsx";
import { errorMessage } from "../../../lib/api-error.ts";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { Button } from "../../../ui/button.tsx";
import { DataTable, type DataTableColumn, DataTableFoot } from "../../../ui/data-table.tsx";
import { ErrorState } from "../../../ui/empty.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Page, PageHead } from "../../../ui/page.tsx";
import { SkeletonLedger } from "../../../ui/skeleton.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { Text } from "../../../ui/typography.tsx";
import type { SetAsideSearch } from "../searches.ts";

type Item = Outputs["operations"]["setAside"][number];

const lists = workListNames.map((value) => ({ value, label: workLists[value] }));

const liveMs = 15_000;

const columns: DataTableColumn<Item>[] = [
  { id: "item", head: "Item", kind: "title", wraps: true, cell: (item) => <What item={item} /> },
  { id: "tries", head: "Tries", kind: "sub", wraps: true, cell: (item) => <Tries item={item} /> },
  { id: "actions", head: "Actions", kind: "status", cell: (item) => <TryAgain item={item} /> },
];

function What({ item: { problem, name, error, merchantId } }: { item: Item }) {
  return (
    <>
      {problem}
      <Text as="div" size="note" muted>
        {name}
        {merchantId !== null && (
          <>
            {" of "}
            <TextLink to="/admin/merchants/$id" params={{ id: merchantId }}>
              this business
            </TextLink>
          </>
        )}
      </Text>
      <Text as="div" size="note" muted>
        {error}
      </Text>
    </>
  );
}

function Tries({ item: { tries, firstFailedAt, nextTryAt } }: { item: Item }) {
  return (
    <>
      <div>{tries === 1 ? "Failed once" : `Failed ${tries.toLocaleString("en-US")} times`}</div>
      <div>
        First <Time at={firstFailedAt} shape="minute" />
      </div>
      <div>
        Next try <Time at={nextTryAt} shape="minute" />
      </div>
    </>
  );
}

/** Ends the waiting time of an item, so that the next run of its job retries it. */
function TryAgain({ item: { list, name } }: { item: Item }) {
  const mayAct = usePermission("manager");
  const retry = trpc.operations.retrySetAside.useMutation({
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.failure(errorMessage(error)),
  });
  if (!mayAct) return null;
  return (
    <Button size="small" aria-label={`Try again: ${name}`} busy={retry.isPending} onClick={() => retry.mutate({ list, name })}>
      Try again
    </Button>
  );
}

interface SetAsideProps {
  search: SetAsideSearch;
  onFilter: (filter: SetAsideSearch) => void;
}

/** Lists items that background jobs have set aside after failures, longest failing first. */
export function SetAside({ search, onFilter }: SetAsideProps) {
  const list = workListNames.find((name) => name === search.list);
  const items = trpc.operations.setAside.useQuery({ list, limit: limits.listDefault }, { refetchInterval: liveMs });
  return (
    <Page>
      <PageHead
        crumb={<CrumbLink to="/admin/alarms">Alarms</CrumbLink>}
        title="Set aside"
        sub="A background job could not process these items. Everything else continues, and each item is tried again at the time shown."
      />
      <FilterSelect label="Problem" all="All" options={lists} value={list} onChange={(next) => onFilter({ list: next })} />
      {items.data ? (
        <Items items={items.data} list={list} onClear={() => onFilter({ list: undefined })} />
      ) : items.isError ? (
        <ErrorState onRetry={() => void items.refetch()} busy={items.isFetching}>
          Failed to load the items
        </ErrorState>
      ) : (
        <SkeletonLedger rows={4} />
      )}
    </Page>
  );
}

function Items({ items, list, onClear }: { items: readonly Item[]; list: SetAsideSearch["list"]; onClear: () => void }) {
  if (items.length === 0) {
    return (
      <NothingFits filter={{ list }} onClear={onClear} none="No item is set aside.">
        No item with this problem is set aside.
      </NothingFits>
    );
  }
  const count = items.length === 1 ? "1 item" : `${items.length} items`;
  return (
    <>
      <DataTable
        dense
        sticky
        cards="wide"
        caption="Items set aside"
        columns={columns}
        rows={items}
        rowKey={({ list, name }) => `${list} ${name}`}
      />
      <DataTableFoot count={items.length === limits.listDefault ? `The oldest ${count}` : count} />
    </>
  );
}
