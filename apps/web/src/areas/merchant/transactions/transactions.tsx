import { paymentStatuses, type PaymentStatus } from "@hearth/domain/payments/status";
import { overPage } from "../../../lib/close-over.ts";
import { AppLink } from "../../../kit/links.tsx";
import { Ledger } from "../../../ui/ledger.tsx";
import { ListFilters } from "../../../kit/list/list-filters.tsx";
import { PageHead } from "../../../ui/page.tsx";
import { PagedList } from "../../../kit/list/paged-list.tsx";
import { useExplorer } from "../../../features/payments/use-network.ts";
import { OddMoneyNote } from "../unmatched/odd-money-note.tsx";
import { ExportButton } from "./export-button.tsx";
import { transactionColumns, transactionName } from "./transaction-columns.tsx";
import type { TransactionSearch } from "./transaction-search.ts";
import { useTransactions, useTransactionTotals } from "./use-transactions.ts";

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
