import { dateFilter } from "@hearth/domain/date-range";
import { limits } from "@hearth/domain/limits";
import { z } from "zod";

/** What the address of the audit log holds; what cannot be read is left out. */
export const auditSearch = z.object({
  search: z.string().max(limits.searchMaxLength).optional().catch(undefined),
  action: z.string().max(60).optional().catch(undefined),
  startDate: dateFilter.optional().catch(undefined),
  endDate: dateFilter.optional().catch(undefined),
});
export type AuditSearch = z.infer<typeof auditSearch>;
