import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { loadProgress, progressView } from "../../payments/checkout/payment-progress.view.ts";
import type { TransactionRow } from "./transactions.repo.ts";
import { transactionView, viewTransaction } from "./transactions.view.ts";

/** Everything about one transaction: itself, the transfer that paid it, money that was meant for it but does not fit, and its timeline. */
export const transactionDetailView = z.strictObject({
  ...transactionView.shape,
  ...progressView.shape,
  blockchainNetwork: z.string(),
});
export type TransactionDetailView = z.infer<typeof transactionDetailView>;

/** A row with its progress; the chain is not asked. */
export async function viewTransactionDetail(deps: Deps, row: TransactionRow): Promise<TransactionDetailView> {
  return {
    ...viewTransaction(row),
    ...(await loadProgress(deps, row.payment.id)),
    blockchainNetwork: deps.network.label,
  };
}
