import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { loadProgress, progressView } from "../../payments/checkout/payment-progress.view.ts";
import { isRecordedFromTransfer } from "../../payments/unmatched/tenant-credit.service.ts";
import type { TransactionRow } from "./transactions.repo.ts";
import { transactionView, viewTransaction } from "./transactions.view.ts";

/** A transaction with the transfer that paid it, unmatched money meant for it, and its timeline. */
export const transactionDetailView = z.strictObject({
  ...transactionView.shape,
  ...progressView.shape,
  blockchainNetwork: z.string(),
  /** True while it counts money that matched no payment and that the merchant recorded as its payer's. That can be undone. */
  isRecordedFromTransfer: z.boolean(),
});
export type TransactionDetailView = z.infer<typeof transactionDetailView>;

/** Shows a row with its progress, from our own records only; makes no call to the chain. */
export async function viewTransactionDetail(deps: Deps, row: TransactionRow): Promise<TransactionDetailView> {
  return {
    ...viewTransaction(row),
    ...(await loadProgress(deps, row.payment.id)),
    blockchainNetwork: deps.network.label,
    isRecordedFromTransfer: await isRecordedFromTransfer(deps.db, row.payment),
  };
}
