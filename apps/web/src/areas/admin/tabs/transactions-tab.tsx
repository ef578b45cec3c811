import { AppLink } from "../../../kit/links.tsx";
import { ListFilters } from "../../../kit/list/list-filters.tsx";
import { overlayState, useCloseRoutedDialog } from "../../../lib/close-over.ts";
import { Hash } from "../../../ui/hash.tsx";
import type { DataTableColumn } from "../../../ui/data-table.tsx";
import { TransactionDialog } from "../transactions/transaction-dialog.tsx";
import { type Transaction, transactionColumn } from "../transactions/transaction-columns.tsx";
import { TransactionList } from "../transactions/transaction-list.tsx";
import type { DetailSearch } from "../searches.ts";
import { daysInAddress, daysOf, NoneWithinDates } from "./recent-days.tsx";

/** Owner of the listed transactions or disputes. */
export type RecordOwner = { userId: string } | { merchantId: string };

interface TransactionsTabProps {
  owner: RecordOwner;
  search: DetailSearch;
  onSearch: (search: Partial<DetailSearch>) => void;
}

const identifier: DataTableColumn<Transaction> = {
  id: "id",
  head: "Transaction ID",
  kind: "aside",
  cell: ({ _id }) => <Hash value={_id} shape="detail" what="transaction ID" />,
};
const { seal, date, merchantTitle, payer, amount, status } = transactionColumn;
const columnsOf = {
  user: [seal, date, merchantTitle, status, identifier, amount],
  merchant: [seal, date, payer, status, identifier, amount],
};

/** Transactions of a user or a merchant. Default: the last 30 days. Each opens in a dialog. */
export function TransactionsTab({ owner, search, onSearch }: TransactionsTabProps) {
  const isUser = "userId" in owner;
  const close = useCloseRoutedDialog(() => onSearch({ transaction: undefined }));
  const days = daysOf(search);
  return (
    <>
      <ListFilters
        draft
        value={{ search: search.search, ...days }}
        placeholder={isUser ? "Merchant or transaction ID" : "User or transaction ID"}
        onFilter={(filter) => onSearch({ search: filter.search, ...daysInAddress(filter) })}
      />
      <TransactionList
        name={isUser ? "user-transactions" : "merchant-transactions"}
        filter={{ ...owner, ...days, search: search.search }}
        order={search.order}
        onOrder={(order) => onSearch({ order })}
        columns={isUser ? columnsOf.user : columnsOf.merchant}
        empty={<NoneWithinDates search={search} onSearch={onSearch} noun="transactions" />}
        open={({ _id }, props) => (
          <AppLink
            to="."
            search={(current: object) => ({ ...current, transaction: _id })}
            state={overlayState}
            preload={false}
            resetScroll={false}
            {...props}
          />
        )}
      />
      <TransactionDialog transactionId={search.transaction} onClose={close} />
    </>
  );
}
