import { formatMoment } from "@hearth/domain/moment";
import type { ReactNode } from "react";
import { PagedList, type BoundedCount } from "../../../kit/list/paged-list.tsx";
import { usePages } from "../../../kit/list/use-pages.ts";
import { type Inputs, type Outputs, trpc } from "../../../lib/trpc.ts";
import { Amount } from "../../../ui/amount.tsx";
import { DataTable, type DataTableColumn, type DataTableProps } from "../../../ui/data-table.tsx";
import { Time } from "../../../ui/moment.tsx";
import { NameAndEmail, PaymentSeal, TransactionStatus } from "../../../features/payments/transaction-parts.tsx";
import { centsOf } from "../../../kit/cents.ts";

export type Transaction = Outputs["admin"]["transactions"]["items"][number];

const merchant = (kind: "title" | "sub"): DataTableColumn<Transaction> => ({
  id: "merchant",
  head: "Merchant",
  kind,
  slack: true,
  cell: ({ merchantId }) => merchantId.name,
});

export const transactionColumn = {
  date: { id: "date", head: "Date", kind: "meta", cell: ({ createdAt, timeZone }) => <Time at={createdAt} timeZone={timeZone} /> },
  seal: { id: "seal", head: "Mark", kind: "mark", cell: PaymentSeal },
  user: { id: "user", head: "User", kind: "title", cell: userName },
  payer: { id: "user", head: "User", kind: "title", wraps: true, cell: ({ userId }) => <NameAndEmail person={userId} /> },
  home: { id: "home", head: "Unit", kind: "aside", cell: ({ home, aptNumber }) => home ?? aptNumber },
  for: { id: "for", head: "For", kind: "aside", cell: ({ description }) => description },
  merchant: merchant("sub"),
  merchantTitle: merchant("title"),
  status: { id: "status", head: "Status", kind: "status", cell: TransactionStatus },
  amount: { id: "amount", head: "Amount", kind: "amount", cell: (transaction) => <Amount cents={centsOf(transaction.amount)} /> },
} satisfies Record<string, DataTableColumn<Transaction>>;

function userName({ userId }: Pick<Transaction, "userId">): string {
  return `${userId.firstName} ${userId.lastName}`;
}

/** Accessible name of a row's link. */
export function transactionName({ userId, createdAt, timeZone }: Transaction): string {
  return `transaction of ${userName({ userId })}, ${formatMoment(createdAt, "day", timeZone)}`;
}

export type TransactionFilter = Omit<Inputs["admin"]["transactions"], "limit" | "cursor">;

/** Refetch interval of transaction lists and of the numbers above them. */
export const transactionsLiveMs = 15_000;

interface TransactionListProps extends Pick<DataTableProps<Transaction>, "columns" | "open" | "sticky"> {
  filter: TransactionFilter;
  total?: BoundedCount | undefined;
  empty: ReactNode;
  skeletonRows?: number;
}

/** Lists transactions that match a filter, newest first. Refetches while only the first page is shown. */
export function TransactionList({ filter, columns, open, sticky, ...rest }: TransactionListProps) {
  const pages = usePages(trpc.admin.transactions, filter, { liveMs: transactionsLiveMs });
  return (
    <PagedList compact pages={pages} noun="transaction" failed="Failed to load transactions" {...rest}>
      {(rows) => (
        <DataTable
          {...{ columns, open, sticky }}
          dense
          cards="wide"
          caption="Transactions"
          rows={rows}
          rowKey={({ _id }) => _id}
          rowName={transactionName}
        />
      )}
    </PagedList>
  );
}
