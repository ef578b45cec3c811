import { disputeStatuses } from "@hearth/domain/disputes/status";
import { limits } from "@hearth/domain/limits";
import { paymentStatuses } from "@hearth/domain/payments/status";
import { day, oneOf, type SearchOf, searchOf, text, words } from "../../lib/search.ts";

/** What the address of the transactions page holds. */
export const transactionSearch = searchOf({
  status: oneOf(paymentStatuses),
  search: words(limits.searchMaxLength),
  order: oneOf(["oldest", "largest", "smallest"]),
  startDate: day,
  endDate: day,
  /** The one whose details are open. */
  transaction: text(),
});
export type TransactionSearch = SearchOf<typeof transactionSearch>;

/** What the address of the tenants page holds; `@hearth/domain/rent/inputs` knows the same states, and is no part of the first script. */
export const tenantSearch = searchOf({ state: oneOf(["late", "owing", "settled", "ended"]), search: words(limits.searchMaxLength) });
export type TenantSearch = SearchOf<typeof tenantSearch>;

/** What the address of the requests page holds. */
export const requestSearch = searchOf({ state: oneOf(["open", "paid", "withdrawn"]) });
export type RequestSearch = SearchOf<typeof requestSearch>;

/** What the address of the disputes page holds. */
export const disputeSearch = searchOf({
  status: oneOf(disputeStatuses),
  startDate: day,
  endDate: day,
});
export type DisputeSearch = SearchOf<typeof disputeSearch>;
