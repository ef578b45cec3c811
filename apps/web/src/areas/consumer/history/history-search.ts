import { dateFilter } from "@hearth/domain/date-range";
import { limits } from "@hearth/domain/limits";
import { paymentStatuses } from "@hearth/domain/payments/status";
import { z } from "zod";

/** What the address of the history holds; what cannot be read is left out. */
export const historySearch = z.object({
  status: z.enum(paymentStatuses).optional().catch(undefined),
  // A search for an amount stands in the address as a number.
  search: z.coerce.string().max(limits.searchMaxLength).optional().catch(undefined),
  startDate: dateFilter.optional().catch(undefined),
  endDate: dateFilter.optional().catch(undefined),
  /** The one whose details are open. */
  payment: z.string().optional().catch(undefined),
});
export type HistorySearch = z.infer<typeof historySearch>;
export type HistoryFilter = Omit<HistorySearch, "payment">;

/** The filter as the server takes it. */
export function toPaymentFilter({ status, search, startDate, endDate }: HistoryFilter) {
  return { status: status ?? ("all" as const), search, startDate, endDate };
}
