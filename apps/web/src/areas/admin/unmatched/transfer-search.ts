import { dateFilter } from "@hearth/domain/date-range";
import { limits } from "@hearth/domain/limits";
import { z } from "zod";

/** What the address of the list of unmatched money holds; what cannot be read is left out. */
export const transferSearch = z.object({
  show: z.enum(["open", "setAside", "attached"]).optional().catch(undefined),
  search: z.string().max(limits.searchMaxLength).optional().catch(undefined),
  merchantId: z.string().max(64).optional().catch(undefined),
  startDate: dateFilter.optional().catch(undefined),
  endDate: dateFilter.optional().catch(undefined),
  /** The transfer whose details are open. */
  transfer: z.string().max(64).optional().catch(undefined),
});
export type TransferSearch = z.infer<typeof transferSearch>;
