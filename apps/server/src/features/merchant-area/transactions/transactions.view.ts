import { publicId } from "@hearth/domain/ids";
import { wireAmount } from "@hearth/domain/money";
import { paymentStatuses } from "@hearth/domain/payments/status";
import { z } from "zod";
import type { Figures } from "../../figures/figures.service.ts";
import { baseTransactionView, viewBaseTransaction } from "../../payments/rows/transactions.view.ts";
import type { TransactionRow } from "./transactions.repo.ts";

/** A payment as the receiving merchant sees it, in the documented wire format. */
export const transactionView = baseTransactionView.extend({
  /** The newest dispute about it. */
  disputeId: z.string().nullable(),
});
export type TransactionView = z.infer<typeof transactionView>;

export function viewTransaction(row: TransactionRow): TransactionView {
  return { ...viewBaseTransaction(row), disputeId: row.disputeId === null ? null : publicId("dispute", row.disputeId) };
}

/** Shows a payer to their merchant. */
export function payerOf({ id, email, firstName, lastName }: { id: string; email: string; firstName: string; lastName: string }) {
  return { _id: publicId("user", id), email, firstName, lastName };
}

/** A count and a sum in dollars. */
export const counted = z.strictObject({ count: z.number().int(), amount: z.number() });

export const transactionTotalsView = z.strictObject({
  all: counted,
  pending: counted,
  completed: counted,
  failed: counted,
  cancelled: counted,
});
export type TransactionTotalsView = z.infer<typeof transactionTotalsView>;

/** Adds up figures into one count and sum. */
export function viewCounted(...sums: readonly { count: number; cents: number }[]): z.infer<typeof counted> {
  const cents = sums.reduce((sum, part) => sum + part.cents, 0);
  return { count: sums.reduce((sum, part) => sum + part.count, 0), amount: wireAmount(cents) };
}

/** Shows the payments of a range by status to the merchant. */
export function viewTotals(figures: Figures): TransactionTotalsView {
  return {
    all: viewCounted(...paymentStatuses.map(figures)),
    pending: viewCounted(figures("pending")),
    completed: viewCounted(figures("completed")),
    failed: viewCounted(figures("failed")),
    cancelled: viewCounted(figures("cancelled")),
  };
}
