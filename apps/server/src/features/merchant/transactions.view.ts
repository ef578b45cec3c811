import { publicId } from "@hearth/domain/ids";
import { wireAmount } from "@hearth/domain/money";
import { z } from "zod";
import { baseTransactionView, viewBaseTransaction } from "../payments/rows/transactions.view.ts";
import type { StatusTotal, TransactionRow } from "./transactions.repo.ts";

/** A payment as the merchant who receives it sees it, in the documented wire format. */
export const transactionView = baseTransactionView.extend({
  /** The newest dispute about it. */
  disputeId: z.string().nullable(),
});
export type TransactionView = z.infer<typeof transactionView>;

/** A row as its merchant sees it. */
export function viewTransaction(row: TransactionRow): TransactionView {
  return { ...viewBaseTransaction(row), disputeId: row.disputeId === null ? null : publicId("dispute", row.disputeId) };
}

/** Who a payer is, to their merchant. */
export function payerOf({ id, email, firstName, lastName }: { id: string; email: string; firstName: string; lastName: string }) {
  return { _id: publicId("user", id), email, firstName, lastName };
}

/** How many and how much, in dollars. */
export const counted = z.strictObject({ count: z.number().int(), amount: z.number() });

export const transactionTotalsView = z.strictObject({
  all: counted,
  pending: counted,
  completed: counted,
  failed: counted,
  cancelled: counted,
});
export type TransactionTotalsView = z.infer<typeof transactionTotalsView>;

/** Totals by status as the merchant sees them; what has no payments is 0. */
export function viewTotals(totals: StatusTotal[]): TransactionTotalsView {
  const of = (isMeant: (total: StatusTotal) => boolean) => {
    const meant = totals.filter(isMeant);
    const cents = meant.reduce((sum, total) => sum + total.cents, 0);
    return { count: meant.reduce((sum, total) => sum + total.count, 0), amount: wireAmount(cents) };
  };
  const withStatus = (status: StatusTotal["status"]) => of((total) => total.status === status);
  return {
    all: of(() => true),
    pending: withStatus("pending"),
    completed: withStatus("completed"),
    failed: withStatus("failed"),
    cancelled: withStatus("cancelled"),
  };
}
