import { dateFilter } from "@hearth/domain/date-range";
import { disputeStatuses } from "@hearth/domain/disputes/status";
import { z } from "zod";

/** What the address of the disputes page holds; what cannot be read is left out. */
export const disputeSearch = z.object({
  status: z.enum(disputeStatuses).optional().catch(undefined),
  startDate: dateFilter.optional().catch(undefined),
  endDate: dateFilter.optional().catch(undefined),
});
export type DisputeSearch = z.infer<typeof disputeSearch>;
