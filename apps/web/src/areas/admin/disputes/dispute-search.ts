import { dateFilter } from "@hearth/domain/date-range";
import { limits } from "@hearth/domain/limits";
import { z } from "zod";

/** What the address of the list of disputes holds; what cannot be read is left out. */
export const disputeSearch = z.object({
  status: z.enum(["open", "closed"]).optional().catch(undefined),
  search: z.string().max(limits.searchMaxLength).optional().catch(undefined),
  startDate: dateFilter.optional().catch(undefined),
  endDate: dateFilter.optional().catch(undefined),
});
export type DisputeSearch = z.infer<typeof disputeSearch>;
