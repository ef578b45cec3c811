import { paymentStatuses, type PaymentStatus } from "@hearth/domain/payments/status";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { overPage } from "../../../lib/close-over.ts";
import { trpc, trpcClient } from "../../../lib/trpc.ts";
import { AppLink } from "../../../kit/links.tsx";
import { Ledger } from "../../../ui/ledger.tsx";
import { ListFilters } from "../../../kit/list/list-filters.tsx";
import { PageHead } from "../../../ui/page.tsx";
import { PagedList } from "../../../kit/list/paged-list.tsx";
import { useExplorer } from "../../../features/payments/use-network.ts";
import { OddMoneyNote } from "../unmatched/odd-money-note.tsx";
import { transactionColumns, transactionName } from "./transaction-columns.tsx";
import type { TransactionSearch } from "./transaction-search.ts";
import { CsvButton } from "../../../kit/csv-button.tsx";
import { useAskAgainMs } from "../live.ts";

const pageSize = 50;
const liveMs = 5_000;

type Filter = Pick<TransactionSearch, "status" | "startDate" | "endDate">;

/** The merchant's transactions under a filter, page by page; where no news come, asked again while only the first page is shown. */
function useTransactions({ status, startDate, endDate }: Filter) {
  const askAgainMs = useAskAgainMs(liveMs);
  const filter = { status: status ?? ("all" as const), startDate, endDate, limit: pageSize };
  return useInfiniteQuery({
    queryKey: getQueryKey(trpc.merchant.transactions, filter, "infinite"),
    queryFn: ({ pageParam, signal }) => trpcClient.merchant.transactions.query({ ...filter, ...pageParam }, { signal }),
    initialPageParam: {},
    getNextPageParam: ({ nextCursor }) => (nextCursor === null ? undefined : { cursor: nextCursor }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && state.data.pages.length > 1 ? false : askAgainMs),
  });
}

/** How many there are of each status within the days, kept as fresh as the list. */
function useTransactionTotals({ startDate, endDate }: Filter) {
  const refetchInterval = useAskAgainMs(liveMs);
  return trpc.merchant.transactionTotals.useQuery({ startDate, endDate }, { placeholderData: keepPreviousData, refetchInterval });
}

const words: Record<PaymentStatus, string> = { pending: "Pending", completed: "Completed", failed: "Failed", cancelled: "Cancelled" };

interface TransactionsProps {
  search: TransactionSearch;
  onFilter: (filter: Partial<TransactionSearch>) => void;
}

/** What the merchant was and is to be paid: by status, by days, newest first. */
export function Transactions({ search, onFilter }: TransactionsProps) {
  const totals = useTransactionTotals(search);
  return (
    <>
      <PageHead title="Transactions" actions={<ExportButton {...search} />} />
      <OddMoneyNote />
      <ListFilters value={search} words={words} statuses={paymentStatuses} totals={totals.data} onFilter={onFilter} />
      <TransactionList search={search} total={totals.data?.[search.status ?? "all"].count} />
    </>
  );
}

function TransactionList({ search, total }: { search: TransactionSearch; total: number | undefined }) {
  const transactions = useTransactions(search);
  const explorer = useExplorer();
  return (
    <PagedList
      pages={transactions}
      failed="Failed to load transactions"
      empty={emptyText(search)}
      count={(shown) => countText(shown, total)}
      skeletonRows={8}
    >
      {(rows) => (
        <Ledger
          dense
          sticky
          cards="wide"
          caption="Transactions"
          columns={transactionColumns(explorer.transactionUrl)}
          rows={rows}
          rowKey={({ _id }) => _id}
          rowName={transactionName}
          open={({ _id }, props) => (
            <AppLink to="/merchant/transactions" search={{ ...search, transaction: _id }} state={overPage} preload={false} {...props} />
          )}
        />
      )}
    </PagedList>
  );
}

function countText(shown: number, total: number | undefined): string {
  const all = Math.max(total ?? shown, shown);
  const noun = all === 1 ? "transaction" : "transactions";
  const number = (count: number) => count.toLocaleString("en-US");
  return shown < all ? `${number(shown)} of ${number(all)} ${noun}` : `${number(all)} ${noun}`;
}

function emptyText({ status, startDate, endDate }: TransactionSearch): string {
  if (startDate !== undefined || endDate !== undefined) return "There are no such transactions within these dates.";
  return status === undefined ? "Nobody has paid you yet." : `There are no ${words[status].toLowerCase()} transactions.`;
}

/** Takes the listed transactions away as a CSV file. */
function ExportButton({ status, startDate, endDate }: TransactionSearch) {
  return <CsvButton load={() => trpcClient.merchant.exportTransactions.query({ status: status ?? "all", startDate, endDate })} />;
}
