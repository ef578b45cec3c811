import type { ReactNode } from "react";
import { ListTable } from "../../../kit/list/list-table.tsx";
import { PagedList, type BoundedCount } from "../../../kit/list/paged-list.tsx";
import { SelectionBar, useChosen } from "../../../kit/list/selection.tsx";
import { type Order, sorted } from "../../../kit/list/sorted.ts";
import { usePages } from "../../../kit/list/use-pages.ts";
import { SaveButton } from "../../../kit/save-button.tsx";
import { downloadText } from "../../../lib/download.ts";
import { type Inputs, trpc } from "../../../lib/trpc.ts";
import type { DataTableProps } from "../../../ui/data-table.tsx";
import { transactionsCsv } from "../../../features/payments/transactions-csv.ts";
import { type Transaction, transactionName } from "./transaction-columns.tsx";

export type TransactionFilter = Omit<Inputs["admin"]["transactions"], "limit" | "cursor">;

/** Refetch interval of transaction lists and of the numbers above them. */
export const transactionsLiveMs = 15_000;

interface TransactionListProps extends Pick<DataTableProps<Transaction>, "columns" | "open" | "sticky"> {
  /** Name of the list in the browser's storage, for its hidden columns. */
  name: string;
  hiddenAtFirst?: readonly string[];
  filter: Omit<TransactionFilter, "order">;
  order: Order;
  onOrder: (order: Order) => void;
  total?: BoundedCount | undefined;
  empty: ReactNode;
  skeletonRows?: number;
}

/** Lists transactions that match a filter, ordered by date or amount. Refetches while only the first page is shown. Chosen ones can be exported. */
export function TransactionList({
  name,
  hiddenAtFirst = [],
  filter,
  order,
  onOrder,
  columns,
  open,
  sticky,
  ...rest
}: TransactionListProps) {
  const pages = usePages(trpc.admin.transactions, { ...filter, order }, { liveMs: transactionsLiveMs });
  const chosen = useChosen<Transaction>(({ _id }) => _id, JSON.stringify(filter));
  return (
    <>
      <PagedList compact pages={pages} noun="transaction" failed="Failed to load transactions" {...rest}>
        {(rows) => (
          <ListTable
            {...{ name, hiddenAtFirst, open, sticky }}
            caption="Transactions"
            columns={sorted(columns, order, onOrder)}
            rows={rows}
            rowKey={({ _id }) => _id}
            rowName={transactionName}
            choice={chosen}
          />
        )}
      </PagedList>
      <SelectionBar chosen={chosen} noun="transaction">
        <SaveButton small label="Export selected" save={() => downloadText("transactions.csv", transactionsCsv(chosen.rows), "text/csv")} />
      </SelectionBar>
    </>
  );
}
