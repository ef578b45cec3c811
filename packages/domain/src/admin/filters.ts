import { z } from "zod";
import { dateRangeShape } from "../date-range.ts";
import { limits } from "../limits.ts";
import { numberedPageShape, pageShape } from "../page.ts";
import { paymentStatuses } from "../payments/status.ts";
import { text } from "../text.ts";

const publicIdText = z.string().max(64);

/** Words or an id to look for; empty is no filter. */
const search = text({ max: limits.searchMaxLength }).optional();

/** The admin's list of users or merchants. */
export const listPeopleInput = z.strictObject({ ...pageShape, search });
export type ListPeopleInput = z.infer<typeof listPeopleInput>;

/** What the admin's transactions are narrowed by; the dates are those of the checkouts, `all` is no filter. */
export const adminTransactionFilter = z.strictObject({
  search,
  merchantId: publicIdText.optional(),
  userId: publicIdText.optional(),
  status: z.enum(["all", ...paymentStatuses], { error: "This status is not known" }).default("all"),
  ...dateRangeShape,
});
export type AdminTransactionFilter = z.infer<typeof adminTransactionFilter>;

export const listAdminTransactionsInput = adminTransactionFilter.extend(pageShape);
export type ListAdminTransactionsInput = z.infer<typeof listAdminTransactionsInput>;

/** What the admin's transactions are narrowed by where they are counted by status: the filter of their list without its status. */
export const countAdminTransactionsInput = adminTransactionFilter.omit({ status: true });
export type CountAdminTransactionsInput = z.infer<typeof countAdminTransactionsInput>;

/** The admin's list of transfers that fit no payment: what asks for a look, was set aside, was sent back, or was attached by a person. */
export const listTransfersInput = z.strictObject({
  show: z.enum(["open", "setAside", "sentBack", "attached"], { error: "This list is not known" }).default("open"),
  search,
  merchantId: publicIdText.optional(),
  ...dateRangeShape,
  ...pageShape,
});
export type ListTransfersInput = z.infer<typeof listTransfersInput>;

/** `wallet.proven` and the like. */
const actionName = z.string().regex(/^[a-zA-Z.]{0,60}$/, "This action is not known");

/** The audit log's filter: one action, and words of a name or an email, an id, an address. */
export const auditFilter = z.strictObject({ search, action: actionName.optional(), ...dateRangeShape });
export type AuditFilterInput = z.infer<typeof auditFilter>;

/** A page of the audit log, which goes on before a line. */
export const listAuditInput = auditFilter.extend(numberedPageShape);
export type ListAuditInput = z.infer<typeof listAuditInput>;
