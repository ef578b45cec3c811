import { dateFilter } from "@hearth/domain/date-range";
import { paymentStatuses } from "@hearth/domain/payments/status";
import { z } from "zod";

/** What the address of the transactions page holds; what cannot be read is left out. */
export const transactionSearch = z.object({
  status: z.enum(paymentStatuses).optional().catch(undefined),
  startDate: dateFilter.optional().catch(undefined),
  endDate: dateFilter.optional().catch(undefined),
  /** The one whose details are open. */
  transaction: z.string().optional().catch(undefined),
});
export type TransactionSearch = z.infer<typeof transactionSearch>;
