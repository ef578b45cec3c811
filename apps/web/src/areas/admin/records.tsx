import type { ReactNode } from "react";
import { LeftDrafts } from "../../kit/form/left-drafts.tsx";
import { DetailSkeleton } from "../../kit/detail-skeleton.tsx";
import { ListTable } from "../../kit/list/list-table.tsx";
import { ListFilters } from "../../kit/list/list-filters.tsx";
import { NothingFits, PagedList, type PagedListProps } from "../../kit/list/paged-list.tsx";
import { errorCode } from "../../lib/api-error.ts";
import type { DataTableProps } from "../../ui/data-table.tsx";
import { ErrorState } from "../../ui/empty.tsx";
import { Page, PageHead } from "../../ui/page.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import type { DetailSearch } from "./searches.ts";
import { DisputesTab } from "./tabs/disputes-tab.tsx";
import { TransactionsTab, type RecordOwner } from "./tabs/transactions-tab.tsx";

/** Kinds of record that have a list and a detail page. */
type Noun = "user" | "merchant";

const titles: Record<Noun, string> = { user: "User", merchant: "Merchant" };

interface RecordListProps<Row> extends Pick<DataTableProps<Row>, "caption" | "columns" | "open" | "rowName"> {
  noun: Noun;
  pages: PagedListProps<Row>["pages"];
  search: string | undefined;
  onSearch: (search: string | undefined) => void;
  /** Actions, shown beside the title. */
  actions?: ReactNode;
}

/** List page of users or merchants, newest first, with a text filter. Each record opens on its own page. */
export function RecordList<Row extends { _id: string }>({
  noun,
  caption,
  pages,
  search,
  onSearch,
  actions,
  ...table
}: RecordListProps<Row>) {
  return (
    <Page>
      <PageHead title={caption} actions={actions} />
      <ListFilters searchOnly value={{ search }} placeholder="Name, email, wallet or ID" onFilter={({ search: text }) => onSearch(text)} />
      <PagedList
        compact
        pages={pages}
        noun={noun}
        failed={`Failed to load ${noun}s`}
        empty={
          <NothingFits filter={{ search }} onClear={() => onSearch(undefined)} none={`There is no ${noun} yet.`}>
            No {noun} matches this search.
          </NothingFits>
        }
      >
        {(rows) => <ListTable name={`all-${noun}s`} caption={caption} rows={rows} rowKey={({ _id }) => _id} {...table} />}
      </PagedList>
    </Page>
  );
}

interface RecordPageProps<Found> {
  noun: Noun;
  /** Query result with the record. */
  found: { data: Found | undefined; error: unknown; isFetching: boolean; refetch: () => Promise<unknown> };
  crumb: ReactNode;
  title: (record: Found) => string;
  sub: (record: Found) => string;
  /** The record's status, shown beside the title on tabs other than the details. */
  status: (record: Found) => ReactNode;
  details: (record: Found) => ReactNode;
  /** The owner of the transactions and disputes on the other tabs. */
  owner: RecordOwner;
  search: DetailSearch;
  onSearch: (search: Partial<DetailSearch>) => void;
}

/** Detail page of a user or merchant, with tabs for details, transactions and disputes. */
export function RecordPage<Found>({ noun, found, crumb, title, sub, status, details, owner, search, onSearch }: RecordPageProps<Found>) {
  const { data, error, isFetching, refetch } = found;
  const tab = search.tab ?? "details";
  const name = titles[noun];
  return (
    <Page>
      <PageHead
        crumb={crumb}
        title={data ? title(data) : name}
        sub={data && sub(data)}
        actions={data && tab !== "details" && status(data)}
      />
      {data ? (
        <Tabs
          label={name}
          value={tab}
          onChange={(next) =>
            onSearch({ tab: next, startDate: undefined, endDate: undefined, search: undefined, order: undefined, status: undefined })
          }
          tabs={[
            { value: "details", label: "Details", content: details(data) },
            { value: "transactions", label: "Transactions", content: <TransactionsTab {...{ owner, search, onSearch }} /> },
            { value: "disputes", label: "Disputes", content: <DisputesTab {...{ owner, search, onSearch }} /> },
          ]}
        />
      ) : errorCode(error) === "NOT_FOUND" ? (
        <>
          <ErrorState>{name} not found</ErrorState>
          <LeftDrafts />
        </>
      ) : error ? (
        <ErrorState onRetry={() => void refetch()} busy={isFetching}>
          Failed to load {noun} data
        </ErrorState>
      ) : (
        <DetailSkeleton label={`Loading the ${noun}`} />
      )}
    </Page>
  );
}
