import { dateFilter } from "@hearth/domain/date-range";
import { limits } from "@hearth/domain/limits";
import { paymentStatuses } from "@hearth/domain/payments/status";
import { z } from "zod";

/** What the address of a list of transactions holds; what cannot be read is left out. */
export const transactionSearch = z.object({
  status: z.enum(paymentStatuses).optional().catch(undefined),
  search: z.string().max(limits.searchMaxLength).optional().catch(undefined),
  merchantId: z.string().max(64).optional().catch(undefined),
  startDate: dateFilter.optional().catch(undefined),
  endDate: dateFilter.optional().catch(undefined),
});
export type TransactionSearch = z.infer<typeof transactionSearch>;
