import { overPage, useCloseOver } from "../../../lib/close-over.ts";
import { AppLink } from "../../../kit/links.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Ledger, type LedgerColumn } from "../../../ui/ledger.tsx";
import type { DetailSearch } from "./detail-search.ts";
import { FilterForm } from "../../../kit/list/filter-form.tsx";
import { ListStates } from "../../../kit/list/list-states.tsx";
import { NoneWithinDates } from "./none-within-dates.tsx";
import { PageFoot } from "../../../kit/list/page-foot.tsx";
import { daysInAddress, daysOf } from "./recent-days.ts";
import { type Transaction, transactionColumn, transactionName } from "../transactions/transaction-columns.tsx";
import { TransactionDialog } from "../transactions/transaction-dialog.tsx";
import { useTransactions } from "../transactions/use-transactions.ts";

const failed = "Failed to load transactions";

/** Whose transactions or disputes are shown. */
export type Whose = { userId: string } | { merchantId: string };

interface TransactionsTabProps {
  of: Whose;
  search: DetailSearch;
  onSearch: (search: Partial<DetailSearch>) => void;
}

const identifier: LedgerColumn<Transaction> = {
  id: "id",
  head: "Transaction ID",
  kind: "aside",
  cell: ({ _id }) => <Hash value={_id} shape="detail" what="transaction ID" />,
};
const { date, merchantTitle, email, amount, status } = transactionColumn;
const columnsOf = {
  user: [date, merchantTitle, status, identifier, amount],
  merchant: [date, email, status, identifier, amount],
};

/** What one user paid, or one merchant was paid: the last 30 days unless others are chosen; each opens over the page. */
export function TransactionsTab({ of, search, onSearch }: TransactionsTabProps) {
  const isUser = "userId" in of;
  const close = useCloseOver(() => onSearch({ transaction: undefined }));
  const days = daysOf(search);
  const query = useTransactions({ ...of, ...days, search: search.search });
  const rows = query.data?.pages.flatMap(({ items }) => items);
  return (
    <>
      <FilterForm
        value={{ search: search.search, ...days }}
        placeholder={isUser ? "Merchant or transaction ID" : "User or transaction ID"}
        onApply={(filter) => onSearch({ search: filter.search, ...daysInAddress(filter) })}
      />
      <ListStates
        query={query}
        rows={rows}
        failed={failed}
        empty={<NoneWithinDates search={search} onSearch={onSearch} noun="transactions" />}
      >
        {(transactions) => (
          <>
            <Ledger
              dense
              cards="wide"
              caption="Transactions"
              columns={isUser ? columnsOf.user : columnsOf.merchant}
              rows={transactions}
              rowKey={({ _id }) => _id}
              rowName={transactionName}
              open={({ _id }, props) => (
                <AppLink
                  to="."
                  search={(current: object) => ({ ...current, transaction: _id })}
                  state={overPage}
                  preload={false}
                  resetScroll={false}
                  {...props}
                />
              )}
            />
            <PageFoot query={query} shown={transactions.length} noun="transaction" failed={failed} />
          </>
        )}
      </ListStates>
      <TransactionDialog transactionId={search.transaction} onClose={close} />
    </>
  );
}
