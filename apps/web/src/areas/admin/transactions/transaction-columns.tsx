import { formatMoment } from "@hearth/domain/moment";
import { NameAndEmail, PaymentSeal, TransactionStatus } from "../../../features/payments/transaction-parts.tsx";
import { centsOf } from "../../../kit/cents.ts";
import type { Outputs } from "../../../lib/trpc.ts";
import { Amount } from "../../../ui/amount.tsx";
import type { DataTableColumn } from "../../../ui/data-table.tsx";
import { Time } from "../../../ui/moment.tsx";

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
  payer: { id: "user", head: "User", kind: "title", wide: true, cell: ({ userId }) => <NameAndEmail person={userId} /> },
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
