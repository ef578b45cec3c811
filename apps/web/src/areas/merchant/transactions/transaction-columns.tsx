import type { Outputs } from "../../../lib/trpc.ts";
import { Amount } from "../../../ui/amount.tsx";
import type { DataTableColumn } from "../../../ui/data-table.tsx";
import { Time } from "../../../ui/moment.tsx";
import { PaymentSeal, TransactionStatus } from "../../../features/payments/transaction-parts.tsx";
import { centsOf } from "../../../kit/cents.ts";

export type Transaction = Outputs["merchant"]["transactions"]["items"][number];

/** Columns of a merchant's transactions. The hash is in the details. */
export const transactionColumns: DataTableColumn<Transaction>[] = [
  { id: "seal", head: "Mark", kind: "mark", cell: PaymentSeal },
  { id: "date", head: "Date", kind: "meta", cell: ({ createdAt, timeZone }) => <Time at={createdAt} timeZone={timeZone} /> },
  { id: "payer", head: "Payer", kind: "title", cell: payerName },
  { id: "home", head: "Unit", kind: "aside", cell: homeOf },
  { id: "for", head: "For", kind: "sub", slack: true, cell: ({ description }) => description },
  { id: "status", head: "Status", kind: "status", cell: TransactionStatus },
  { id: "amount", head: "Amount", kind: "amount", cell: ({ amount }) => <Amount cents={centsOf(amount)} /> },
];

/** The property and unit of the lease that a payment counts for, or else the apartment that its payer gave. */
function homeOf({ home, aptNumber }: Pick<Transaction, "home" | "aptNumber">): string | null {
  return home ?? aptNumber;
}

export function payerName({ userId: payer }: Pick<Transaction, "userId">): string {
  return `${payer.firstName} ${payer.lastName}`;
}

/** Accessible name of a row's link. */
export function transactionName(transaction: Transaction): string {
  return `${payerName(transaction)}, ${transaction.description}`;
}
