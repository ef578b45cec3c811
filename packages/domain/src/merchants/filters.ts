import { z } from "zod";
import { dateRangeShape } from "../date-range.ts";
import { limits } from "../limits.ts";
import { namedPageShape, orderedPageShape, pageShape } from "../page.ts";
import { paymentStatuses } from "../payments/status.ts";
import { text } from "../text.ts";

/** A page of the merchants that everybody may see, by name. */
export const listMerchantsInput = z.strictObject(namedPageShape);
export type ListMerchantsInput = z.infer<typeof listMerchantsInput>;

/** What a merchant's transactions are narrowed by; `all` is no filter. */
export const transactionFilter = z.strictObject({
  status: z.enum(["all", ...paymentStatuses], { error: "This status is not known" }).default("all"),
  /** A tenant, an apartment, a reference, an id or the beginning of a hash. */
  search: text({ max: limits.searchMaxLength }).optional(),
  ...dateRangeShape,
});
export type TransactionFilter = z.infer<typeof transactionFilter>;

export const listTransactionsInput = transactionFilter.extend(orderedPageShape);
export type ListTransactionsInput = z.infer<typeof listTransactionsInput>;

/** A tenant, an apartment, a reference, an id, a hash or words of the description that one of a merchant's transactions is looked for by. */
export const searchTransactionsInput = z.strictObject({
  search: text({ max: limits.searchMaxLength, required: "Please write what to look for" }),
});
export type SearchTransactionsInput = z.infer<typeof searchTransactionsInput>;

/** How many transactions and how much, by status, within the dates. */
export const transactionTotalsInput = z.strictObject(dateRangeShape);
export type TransactionTotalsInput = z.infer<typeof transactionTotalsInput>;

/** The figures of this month, in another time zone than the merchant's own where one is given. */
export const merchantStatsInput = z.strictObject({ timeZone: dateRangeShape.timeZone });
export type MerchantStatsInput = z.infer<typeof merchantStatsInput>;

/** Who came and left this month, page by page. */
export const userChangesInput = z.strictObject({ ...pageShape, timeZone: dateRangeShape.timeZone });
export type UserChangesInput = z.infer<typeof userChangesInput>;

/** Whom somebody pays, or thinks of paying. */
export const merchantStandingInput = z.strictObject({ selectedMerchantId: z.string().max(64) });
export const merchantIdInput = z.strictObject({ merchantId: z.string().max(64) });

/** Money that fits no payment: what still asks for a look, was set aside as no payment, or was sent back. */
export const listOddTransfersInput = z.strictObject({
  show: z.enum(["open", "setAside", "sentBack"]).default("open"),
  ...pageShape,
});
export type ListOddTransfersInput = z.infer<typeof listOddTransfersInput>;
