import { z } from "zod";
import { dateRangeShape } from "../date-range.ts";
import { limits } from "../limits.ts";
import { namedPageShape, orderedPageShape, pageShape } from "../page.ts";
import { paymentStatuses } from "../payments/status.ts";
import { text } from "../text.ts";

/** A page of the public list of merchants, by name. */
export const listMerchantsInput = z.strictObject(namedPageShape);
export type ListMerchantsInput = z.infer<typeof listMerchantsInput>;

/** Filters a merchant's transactions. The status `all` means no filter. */
export const transactionFilter = z.strictObject({
  status: z.enum(["all", ...paymentStatuses], { error: "This status is not known" }).default("all"),
  /** A tenant, an apartment, a reference, an id or the start of a hash. */
  search: text({ max: limits.searchMaxLength }).optional(),
  ...dateRangeShape,
});
export type TransactionFilter = z.infer<typeof transactionFilter>;

export const listTransactionsInput = transactionFilter.extend(orderedPageShape);
export type ListTransactionsInput = z.infer<typeof listTransactionsInput>;

/** Searches a merchant's transactions by tenant, apartment, reference, id, hash or words of the description. */
export const searchTransactionsInput = z.strictObject({
  search: text({ max: limits.searchMaxLength, required: "Please write what to look for" }),
});
export type SearchTransactionsInput = z.infer<typeof searchTransactionsInput>;

/** The date range for counts and sums of transactions by status. */
export const transactionTotalsInput = z.strictObject(dateRangeShape);
export type TransactionTotalsInput = z.infer<typeof transactionTotalsInput>;

/** Requests this month's figures, in the merchant's time zone or the given one. */
export const merchantStatsInput = z.strictObject({ timeZone: dateRangeShape.timeZone });
export type MerchantStatsInput = z.infer<typeof merchantStatsInput>;

/** A page of the tenants who joined or left this month. */
export const userChangesInput = z.strictObject({ ...pageShape, timeZone: dateRangeShape.timeZone });
export type UserChangesInput = z.infer<typeof userChangesInput>;

/** The merchant that somebody pays or considers paying. */
export const trustSignalsInput = z.strictObject({ selectedMerchantId: z.string().max(64) });
export const merchantIdInput = z.strictObject({ merchantId: z.string().max(64) });

/** A page of transfers that match no payment: open, set aside as no payment, or sent back. */
export const listOddTransfersInput = z.strictObject({
  show: z.enum(["open", "setAside", "sentBack"]).default("open"),
  ...pageShape,
});
export type ListOddTransfersInput = z.infer<typeof listOddTransfersInput>;
