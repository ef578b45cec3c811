import { dateFilter } from "@hearth/domain/date-range";
import { limits } from "@hearth/domain/limits";
import { z } from "zod";

const dateInAddress = z
  .union([z.literal(""), dateFilter])
  .optional()
  .catch(undefined);

/** What the address of one user's or merchant's page holds; what cannot be read is left out. */
export const detailSearch = z.object({
  tab: z.enum(["details", "transactions", "disputes"]).optional().catch(undefined),
  startDate: dateInAddress,
  endDate: dateInAddress,
  search: z.string().max(limits.searchMaxLength).optional().catch(undefined),
  status: z.enum(["open", "closed"]).optional().catch(undefined),
  /** The transaction whose details are open. */
  transaction: z.string().max(64).optional().catch(undefined),
});
export type DetailSearch = z.infer<typeof detailSearch>;

/** What the address of a searched list holds. */
export const listSearch = z.object({ search: z.string().max(limits.searchMaxLength).optional().catch(undefined) });
