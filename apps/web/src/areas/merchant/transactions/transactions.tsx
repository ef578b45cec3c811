import { paymentStatuses } from "@hearth/domain/payments/status";
import { keepPreviousData } from "@tanstack/react-query";
import { CsvButton } from "../../../kit/csv-button.tsx";
import { AppLink, TextLink } from "../../../kit/links.tsx";
import { ListFilters, StatusTabs } from "../../../kit/list/list-filters.tsx";
import { NothingFits, PagedList } from "../../../kit/list/paged-list.tsx";
import { SelectionBar, useChosen } from "../../../kit/list/selection.tsx";
import { sorted } from "../../../kit/list/sorted.ts";
import { ListTable } from "../../../kit/list/list-table.tsx";
import { usePages } from "../../../kit/list/use-pages.ts";
import { statusWord } from "../../../kit/status/status-map.ts";
import { useWording } from "../../../kit/words.ts";
import { SaveButton } from "../../../kit/save-button.tsx";
import { downloadText } from "../../../lib/download.ts";
import { overlayState } from "../../../lib/close-over.ts";
import { trpc, trpcClient } from "../../../lib/trpc.ts";
import { Alert } from "../../../ui/alert.tsx";
import { useFetchWhenIdle } from "../../../lib/loading/use-fetch-when-idle.ts";
import { TransactionDialog } from "./transaction-overlay.tsx";
import { PageHead } from "../../../ui/page.tsx";
import { useRefetchInterval } from "../live.ts";
import { transactionsCsv } from "../../../features/payments/transactions-csv.ts";
import { type Transaction, transactionColumns, transactionName } from "./transaction-columns.tsx";
import type { TransactionSearch } from "../searches.ts";
import styles from "./transactions.module.css";

const liveMs = 5_000;

interface TransactionsProps {
  search: TransactionSearch;
  onFilter: (filter: Partial<TransactionSearch>) => void;
}

/** List of the merchant's transactions with filters for text, status and days, ordered by date or amount. Polls if no events arrive. */
export function Transactions({ search, onFilter }: TransactionsProps) {
  const reword = useWording();
  useFetchWhenIdle(TransactionDialog);
  const { status = "all", search: searchText, order, startDate, endDate } = search;
  const refetchMs = useRefetchInterval(liveMs);
  const { data: totals } = trpc.merchant.transactionTotals.useQuery(
    { startDate, endDate },
    { placeholderData: keepPreviousData, refetchInterval: refetchMs },
  );
  const filter = { status, search: searchText, startDate, endDate } as const;
  const pages = usePages(trpc.merchant.transactions, { ...filter, order }, { liveMs: refetchMs });
  const chosen = useChosen<Transaction>(({ _id }) => _id, JSON.stringify(filter));
  const exported = () => trpcClient.merchant.exportTransactions.query(filter);
  // The totals do not depend on the text, so they are hidden if it is set
  const count = searchText === undefined ? totals : undefined;
  return (
    <>
      <PageHead title="Transactions" actions={<CsvButton load={exported} />} />
      <OddMoneyNote />
      <ListFilters value={search} placeholder={reword("Tenant, apartment, reference or transaction")} onFilter={onFilter} />
      <StatusTabs
        kind="payment"
        statuses={paymentStatuses}
        value={search.status}
        count={(tab) => count?.[tab].count}
        onChange={(next) => onFilter({ status: next })}
      />
      <PagedList
        pages={pages}
        noun="transaction"
        total={count?.[status]}
        failed="Failed to load transactions"
        empty={
          <NothingFits
            filter={{ ...filter, status: search.status }}
            onClear={() => onFilter({ status: undefined, search: undefined, startDate: undefined, endDate: undefined })}
            none="No one has paid you yet."
          >
            {nothingFits(search)}
          </NothingFits>
        }
      >
        {(rows) => (
          <ListTable
            name="transactions"
            caption="Transactions"
            columns={sorted(transactionColumns, order, (next) => onFilter({ order: next }))}
            rows={rows}
            rowKey={({ _id }) => _id}
            rowName={transactionName}
            choice={chosen}
            open={({ _id }, props) => (
              <AppLink
                to="/merchant/transactions"
                search={{ ...search, transaction: _id }}
                state={overlayState}
                preload={false}
                {...props}
              />
            )}
          />
        )}
      </PagedList>
      <SelectionBar chosen={chosen} noun="transaction">
        <SaveButton small label="Export selected" save={() => downloadText("transactions.csv", transactionsCsv(chosen.rows), "text/csv")} />
      </SelectionBar>
    </>
  );
}

function nothingFits({ status, search, startDate, endDate }: TransactionSearch): string {
  if (search !== undefined) return "No transaction matches these words.";
  if (startDate !== undefined || endDate !== undefined) return "There are no such transactions within these dates.";
  return `There are no ${status === undefined ? "" : `${statusWord("payment", status).toLowerCase()} `}transactions.`;
}

/** Notes that there is unmatched money. Renders nothing without any. */
function OddMoneyNote() {
  const { data } = trpc.merchant.oddTransfers.useQuery({ limit: 1 });
  if (!data || data.openCount === 0) return null;
  const count = data.openCount;
  return (
    <div className={styles.top}>
      <Alert
        tone="waiting"
        title={count === 1 ? "1 transfer to your wallet matches no payment" : `${count} transfers to your wallet match no payment`}
      >
        <TextLink size="small" to="/merchant/transactions/unmatched">
          See unmatched money
        </TextLink>
      </Alert>
    </div>
  );
}
