import { wireAmount } from "@hearth/domain/money";
import { z } from "zod";
import {
  baseTransactionView,
  payeeView,
  payerView,
  viewBaseTransaction,
  viewPayee,
  viewPayer,
} from "../../payments/rows/transactions.view.ts";
import type { TransactionRow } from "./transactions.repo.ts";

/** The payer and merchant of a transaction or dispute, as an admin sees them. */
export const partyShape = { userId: payerView, merchantId: payeeView.extend({ walletAddress: z.string().nullable() }) };

/** A payment as an admin sees it, in the documented wire format. Both documented names of the amount carry dollars. */
export const transactionView = baseTransactionView.extend({ ...partyShape, amountUSD: z.number() });
export type TransactionView = z.infer<typeof transactionView>;

export function viewTransaction(row: TransactionRow): TransactionView {
  return { ...viewBaseTransaction(row), ...viewParties(row), amountUSD: wireAmount(row.payment.amountCents) };
}

/** Shows payer and merchant under the documented names. */
export function viewParties({ payer, merchant }: Pick<TransactionRow, "payer" | "merchant">) {
  return { userId: viewPayer(payer), merchantId: { ...viewPayee(merchant), walletAddress: merchant.walletAddress } };
}

/** A count that may have stopped at a limit. */
const bounded = z.strictObject({ count: z.number().int(), hasMore: z.boolean() });

export const transactionCountsView = z.strictObject({
  all: bounded,
  pending: bounded,
  completed: bounded,
  failed: bounded,
  cancelled: bounded,
});
export type TransactionCountsView = z.infer<typeof transactionCountsView>;
