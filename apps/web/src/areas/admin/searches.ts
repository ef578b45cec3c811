import { dateFilter } from "@hearth/domain/date-range";
import { limits } from "@hearth/domain/limits";
import { paymentStatuses } from "@hearth/domain/payments/status";
import { z } from "zod";

// What cannot be read in an address is left out.
const words = z.string().max(limits.searchMaxLength).optional().catch(undefined);
const identifier = z.string().max(64).optional().catch(undefined);
const day = dateFilter.optional().catch(undefined);
const openOrClosed = z.enum(["open", "closed"]).optional().catch(undefined);

/** What the address of a searched list holds. */
export const listSearch = z.object({ search: words });

/** What the address of the list of transactions holds. */
export const transactionSearch = z.object({
  status: z.enum(paymentStatuses).optional().catch(undefined),
  search: words,
  merchantId: identifier,
  startDate: day,
  endDate: day,
});
export type TransactionSearch = z.infer<typeof transactionSearch>;

/** What the address of the list of disputes holds. */
export const disputeSearch = z.object({ status: openOrClosed, search: words, startDate: day, endDate: day });
export type DisputeSearch = z.infer<typeof disputeSearch>;

/** What the address of the audit log holds. */
export const auditSearch = z.object({
  search: words,
  action: z.string().max(60).optional().catch(undefined),
  startDate: day,
  endDate: day,
});
export type AuditSearch = z.infer<typeof auditSearch>;

/** What the address of the unmatched money holds. */
export const transferSearch = z.object({
  show: z.enum(["open", "setAside", "sentBack", "attached"]).optional().catch(undefined),
  search: words,
  merchantId: identifier,
  startDate: day,
  endDate: day,
  /** The transfer whose details are open. */
  transfer: identifier,
});
export type TransferSearch = z.infer<typeof transferSearch>;

/** A day that somebody may have emptied on purpose. */
const emptiedDay = z
  .union([z.literal(""), dateFilter])
  .optional()
  .catch(undefined);

/** What the address of one user's or merchant's page holds. */
export const detailSearch = z.object({
  tab: z.enum(["details", "transactions", "disputes"]).optional().catch(undefined),
  startDate: emptiedDay,
  endDate: emptiedDay,
  search: words,
  status: openOrClosed,
  /** The transaction whose details are open. */
  transaction: identifier,
});
export type DetailSearch = z.infer<typeof detailSearch>;
