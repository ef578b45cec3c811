import { z } from "zod";
import { dateRangeShape } from "../date-range.ts";
import { limits } from "../limits.ts";
import { numberedPageShape, orderedPageShape, pageShape } from "../page.ts";
import { paymentStatuses } from "../payments/status.ts";
import { text } from "../text.ts";

const publicIdText = z.string().max(64);

/** Words or an id to search for. Empty means no filter. */
const search = text({ max: limits.searchMaxLength }).optional();

/** A page of the admin's list of users or merchants. */
export const listPeopleInput = z.strictObject({ ...pageShape, search });
export type ListPeopleInput = z.infer<typeof listPeopleInput>;

/** Filters the admin's transactions. The dates are those of the checkouts; the status `all` means no filter. */
export const adminTransactionFilter = z.strictObject({
  search,
  merchantId: publicIdText.optional(),
  userId: publicIdText.optional(),
  status: z.enum(["all", ...paymentStatuses], { error: "This status is not known" }).default("all"),
  ...dateRangeShape,
});
export type AdminTransactionFilter = z.infer<typeof adminTransactionFilter>;

export const listAdminTransactionsInput = adminTransactionFilter.extend(orderedPageShape);
export type ListAdminTransactionsInput = z.infer<typeof listAdminTransactionsInput>;

/** Filters the admin's transactions where they are counted by status: the same filter without the status. */
export const countAdminTransactionsInput = adminTransactionFilter.omit({ status: true });
export type CountAdminTransactionsInput = z.infer<typeof countAdminTransactionsInput>;

/** A page of transfers that match no payment: open ones, or those a person set aside, sent back or attached. */
export const listTransfersInput = z.strictObject({
  show: z.enum(["open", "setAside", "sentBack", "attached"], { error: "This list is not known" }).default("open"),
  search,
  merchantId: publicIdText.optional(),
  ...dateRangeShape,
  ...pageShape,
});
export type ListTransfersInput = z.infer<typeof listTransfersInput>;

/** The name of an audited action, such as `wallet.proven`. */
const actionName = z.string().regex(/^[a-zA-Z.]{0,60}$/, "This action is not known");

/** Filters the audit log: one action, and a search for a name, an email, an id or an address. */
export const auditFilter = z.strictObject({ search, action: actionName.optional(), ...dateRangeShape });
export type AuditFilterInput = z.infer<typeof auditFilter>;

/** A page of the audit log, newest first, before the line named by the cursor. */
export const listAuditInput = auditFilter.extend(numberedPageShape);
export type ListAuditInput = z.infer<typeof listAuditInput>;
