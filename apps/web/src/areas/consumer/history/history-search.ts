import { limits } from "@hearth/domain/limits";
import { paymentStatuses } from "@hearth/domain/payments/status";
import { day, oneOf, type SearchOf, searchOf, text, textUpTo } from "../../../lib/search.ts";

/** Search parameters of the history. Invalid values are ignored. */
export const historySearch = searchOf({
  status: oneOf(paymentStatuses),
  search: textUpTo(limits.searchMaxLength),
  order: oneOf(["oldest", "largest", "smallest"]),
  startDate: day,
  endDate: day,
  /** The payment whose details are open. */
  payment: text(),
  /** Action that the payer came for: prove a wallet for a refund of the payment. */
  step: oneOf(["wallet"]),
});
export type HistorySearch = SearchOf<typeof historySearch>;
export type HistoryFilter = Omit<HistorySearch, "payment" | "step">;

/** Converts the filter to API input. Its days and months are in an IANA time zone, by default the viewer's. */
export function toPaymentFilter({ status, search, startDate, endDate }: HistoryFilter, timeZone: string | undefined) {
  return { status: status ?? ("all" as const), search, startDate, endDate, timeZone };
}
