import type { Outputs } from "../../../lib/trpc.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Hash } from "../../../ui/hash.tsx";
import type { DataTableColumn } from "../../../ui/data-table.tsx";
import { Time } from "../../../ui/moment.tsx";
import { NotSent, PaymentSeal, TransactionStatus } from "../../../features/payments/transaction-parts.tsx";
import { centsOf } from "../../../kit/cents.ts";

export type Transaction = Outputs["merchant"]["transactions"]["items"][number];

export function transactionColumns(transactionUrl?: (hash: string) => string | undefined) {
  const columns: DataTableColumn<Transaction>[] = [
    { id: "seal", head: "Mark", kind: "mark", cell: PaymentSeal },
    { id: "date", head: "Date", kind: "meta", cell: ({ createdAt, timeZone }) => <Time at={createdAt} timeZone={timeZone} /> },
    { id: "payer", head: "Payer", kind: "title", cell: payerName },
    { id: "apartment", head: "Apt", kind: "aside", cell: ({ aptNumber }) => aptNumber },
    { id: "description", head: "Description", kind: "sub", slack: true, cell: ({ description }) => description },
    {
      id: "transaction",
      head: "Transaction",
      kind: "aside",
      cell: ({ transactionHash: hash, hasArrived, short }) =>
        hash === null ? (
          <NotSent hasArrived={hasArrived} isShort={short !== null} />
        ) : (
          <Hash value={hash} explorerUrl={transactionUrl?.(hash)} />
        ),
    },
    { id: "status", head: "Status", kind: "status", cell: TransactionStatus },
    { id: "amount", head: "Amount", kind: "amount", cell: ({ amount }) => <Amount cents={centsOf(amount)} /> },
  ];
  return columns;
}

export function payerName({ userId: payer }: Pick<Transaction, "userId">): string {
  return `${payer.firstName} ${payer.lastName}`;
}

/** Accessible name of a row's link. */
export function transactionName(transaction: Transaction): string {
  return `${payerName(transaction)}, ${transaction.description}`;
}
