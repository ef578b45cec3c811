import type { Outputs } from "../../../lib/trpc.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Clipped } from "../../../ui/clipped.tsx";
import type { LedgerColumn } from "../../../ui/ledger.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { Status } from "../../../kit/status/status.tsx";
import { centsOf } from "../../../kit/cents.ts";

export type Transaction = Outputs["admin"]["transactions"]["items"][number];

const merchant = (kind: "title" | "sub"): LedgerColumn<Transaction> => ({
  id: "merchant",
  head: "Merchant",
  kind,
  cell: ({ merchantId }) => (kind === "title" ? <Clipped text={merchantId.name} /> : merchantId.name),
});

/** The columns that lists of transactions are put together from. */
export const transactionColumn = {
  date: { id: "date", head: "Date", kind: "meta", cell: ({ createdAt }) => <Moment at={createdAt} /> },
  email: { id: "email", head: "User email", kind: "title", fit: true, cell: ({ userId }) => <Clipped text={userId.email} /> },
  merchant: merchant("sub"),
  merchantTitle: merchant("title"),
  status: { id: "status", head: "Status", kind: "status", cell: TransactionStatus },
  amount: { id: "amount", head: "Amount", kind: "amount", cell: (transaction) => <Amount cents={centsOf(transaction.amount)} /> },
} satisfies Record<string, LedgerColumn<Transaction>>;

/** Where a payment is, and what was odd about its money. */
export function TransactionStatus({ status, oddity, flush = false }: Pick<Transaction, "status" | "oddity"> & { flush?: boolean }) {
  return <Status of="payment" value={status} odd={oddity === "none" ? undefined : oddity} flush={flush} />;
}

/** How a row is called in its link. */
export function transactionName({ userId, createdAt }: Transaction): string {
  return `transaction of ${userId.email}, ${new Date(createdAt).toLocaleDateString("en-US", { dateStyle: "medium" })}`;
}
