import { dateFilter } from "@hearth/domain/date-range";
import { disputeStatuses } from "@hearth/domain/disputes/status";
import { paymentStatuses } from "@hearth/domain/payments/status";
import { z } from "zod";

// What cannot be read in an address is left out.
const day = dateFilter.optional().catch(undefined);

/** What the address of the transactions page holds. */
export const transactionSearch = z.object({
  status: z.enum(paymentStatuses).optional().catch(undefined),
  startDate: day,
  endDate: day,
  /** The one whose details are open. */
  transaction: z.string().optional().catch(undefined),
});
export type TransactionSearch = z.infer<typeof transactionSearch>;

/** What the address of the disputes page holds. */
export const disputeSearch = z.object({
  status: z.enum(disputeStatuses).optional().catch(undefined),
  startDate: day,
  endDate: day,
});
export type DisputeSearch = z.infer<typeof disputeSearch>;
