import { limits } from "@hearth/domain/limits";
import { paymentStatuses } from "@hearth/domain/payments/status";
import { day, oneOf, type SearchOf, searchOf, text, words } from "../../../lib/search.ts";

/** What the address of the history holds; what cannot be read is left out. */
export const historySearch = searchOf({
  status: oneOf(paymentStatuses),
  search: words(limits.searchMaxLength),
  order: oneOf(["oldest", "largest", "smallest"]),
  startDate: day,
  endDate: day,
  /** The one whose details are open. */
  payment: text(),
  /** What the payer came for: to prove a wallet for a refund of that payment. */
  step: oneOf(["wallet"]),
});
export type HistorySearch = SearchOf<typeof historySearch>;
export type HistoryFilter = Omit<HistorySearch, "payment" | "step">;

/** The filter as the server takes it. */
export function toPaymentFilter({ status, search, startDate, endDate }: HistoryFilter) {
  return { status: status ?? ("all" as const), search, startDate, endDate };
}
