import { z } from "zod";
import { dateRangeShape } from "../date-range.ts";
import { limits } from "../limits.ts";
import { paymentStatuses } from "../payments/status.ts";

/** What a merchant's transactions are narrowed by; `all` is no filter. */
export const transactionFilter = z.strictObject({
  status: z.enum(["all", ...paymentStatuses], { error: "This status is not known" }).default("all"),
  ...dateRangeShape,
});
export type TransactionFilter = z.infer<typeof transactionFilter>;

export const listTransactionsInput = transactionFilter.extend({
  limit: z.int().min(1).max(limits.listMax).default(limits.listDefault),
  cursor: z.string().max(200).optional(),
});
export type ListTransactionsInput = z.infer<typeof listTransactionsInput>;

/** How many transactions and how much, by status, within the dates. */
export const transactionTotalsInput = z.strictObject(dateRangeShape);
export type TransactionTotalsInput = z.infer<typeof transactionTotalsInput>;

/** The figures of this month, in another time zone than the merchant's own where one is given. */
export const merchantStatsInput = z.strictObject({ timeZone: dateRangeShape.timeZone });
export type MerchantStatsInput = z.infer<typeof merchantStatsInput>;

export const merchantIdInput = z.strictObject({ merchantId: z.string().max(64) });

/** Money that fits no payment: what still asks for a look, or what was set aside as no payment. */
export const listOddTransfersInput = z.strictObject({
  show: z.enum(["open", "setAside"]).default("open"),
  limit: z.int().min(1).max(limits.listMax).default(limits.listDefault),
  cursor: z.string().max(200).optional(),
});
export type ListOddTransfersInput = z.infer<typeof listOddTransfersInput>;
