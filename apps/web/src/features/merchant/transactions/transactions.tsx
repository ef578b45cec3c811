import { paymentStatuses, type PaymentStatus } from "@hearth/domain/payments/status";
import { AppLink } from "../../../lib/links.tsx";
import { Button } from "../../../ui/button.tsx";
import { Empty, ErrorState } from "../../../ui/empty.tsx";
import { FieldError } from "../../../ui/field.tsx";
import { Ledger, LedgerFoot } from "../../../ui/ledger.tsx";
import { PageHead } from "../../../ui/page.tsx";
import { SkeletonLedger } from "../../../ui/skeleton.tsx";
import { FilterTabs } from "../../../ui/tabs.tsx";
import { useExplorer } from "../../payments/use-network.ts";
import { DateFields } from "../date-fields.tsx";
import { useMerchantStats } from "../use-merchant-stats.ts";
import { OddMoneyNote } from "../unmatched/odd-money-note.tsx";
import { ExportButton } from "./export-button.tsx";
import { transactionColumns, transactionName } from "./transaction-columns.tsx";
import type { TransactionSearch } from "./transaction-search.ts";
import { useTransactions, useTransactionTotals } from "./use-transactions.ts";
import styles from "./transactions.module.css";

const failed = "Failed to load transactions";
const words: Record<PaymentStatus, string> = { pending: "Pending", completed: "Completed", failed: "Failed", cancelled: "Cancelled" };

interface TransactionsProps {
  search: TransactionSearch;
  onFilter: (filter: Partial<TransactionSearch>) => void;
}

/** What the merchant was and is to be paid: by status, by days, newest first. */
export function Transactions({ search, onFilter }: TransactionsProps) {
  const totals = useTransactionTotals(search);
  const status = search.status ?? "all";
  return (
    <>
      <PageHead title="Transactions" actions={<ExportButton {...search} />} />
      <OddMoneyNote />
      <div className={styles.filters}>
        <DateFields startDate={search.startDate} endDate={search.endDate} onChange={onFilter} />
      </div>
      <FilterTabs
        label="Status"
        value={status}
        onChange={(next) => onFilter({ status: next === "all" ? undefined : next })}
        options={[
          { value: "all" as const, label: "All", count: totals.data?.all.count },
          ...paymentStatuses.map((value) => ({ value, label: words[value], count: totals.data?.[value].count })),
        ]}
      />
      <TransactionList search={search} total={totals.data?.[status].count} />
    </>
  );
}

function TransactionList({ search, total }: { search: TransactionSearch; total: number | undefined }) {
  const transactions = useTransactions(search);
  const explorer = useExplorer();
  const timeZone = useMerchantStats().data?.timeZone;
  const rows = transactions.data?.pages.flatMap(({ items }) => items);
  if (!rows) {
    if (!transactions.isError) return <SkeletonLedger rows={8} />;
    return (
      <ErrorState onRetry={() => void transactions.refetch()} busy={transactions.isFetching}>
        {failed}
      </ErrorState>
    );
  }
  if (rows.length === 0) return <Empty>{emptyText(search)}</Empty>;
  return (
    <>
      <Ledger
        dense
        sticky
        cards="wide"
        caption="Transactions"
        columns={transactionColumns(timeZone, explorer.transactionUrl)}
        rows={rows}
        rowKey={({ _id }) => _id}
        rowName={transactionName}
        open={({ _id }, props) => (
          <AppLink to="/merchant/transactions" search={{ ...search, transaction: _id }} preload={false} {...props} />
        )}
      />
      <LedgerFoot count={countText(rows.length, total)}>
        {transactions.hasNextPage && (
          <Button busy={transactions.isFetchingNextPage} onClick={() => void transactions.fetchNextPage()}>
            Load more
          </Button>
        )}
      </LedgerFoot>
      {transactions.isFetchNextPageError && <FieldError>{failed}</FieldError>}
    </>
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
