import { limits } from "@hearth/domain/limits";
import { mailStatuses } from "@hearth/domain/notifications/mails";
import { paymentStatuses } from "@hearth/domain/payments/status";
import { day, emptiedDay, oneOf, type SearchOf, searchOf, text, words } from "../../lib/search.ts";

const search = words(limits.searchMaxLength);
const identifier = text(64);
const openOrClosed = oneOf(["open", "closed"]);

/** What the address of a searched list holds. */
export const listSearch = searchOf({ search });

/** What the address of the list of transactions holds. */
export const transactionSearch = searchOf({
  status: oneOf(paymentStatuses),
  search,
  merchantId: identifier,
  startDate: day,
  endDate: day,
});
export type TransactionSearch = SearchOf<typeof transactionSearch>;

/** What the address of the list of leases holds. */
export const leaseSearch = searchOf({ search, merchantId: identifier });
export type LeaseSearch = SearchOf<typeof leaseSearch>;

/** What the address of the list of disputes holds. */
export const disputeSearch = searchOf({ status: openOrClosed, search, startDate: day, endDate: day });
export type DisputeSearch = SearchOf<typeof disputeSearch>;

/** What the address of the list of mails holds. */
export const mailSearch = searchOf({ status: oneOf(mailStatuses) });
export type MailSearch = SearchOf<typeof mailSearch>;

/** What the address of the list of alarms holds; without one those that live. */
export const alarmSearch = searchOf({ status: oneOf(["over", "all"]) });
export type AlarmSearch = SearchOf<typeof alarmSearch>;

/** What the address of the items that jobs have set aside holds; the page knows which lists there are, so that no other page loads their names. */
export const setAsideSearch = searchOf({ list: text(40) });
export type SetAsideSearch = SearchOf<typeof setAsideSearch>;

/** What the address of the audit log holds. */
export const auditSearch = searchOf({
  search,
  action: text(60),
  startDate: day,
  endDate: day,
});
export type AuditSearch = SearchOf<typeof auditSearch>;

/** What the address of the unmatched money holds. */
export const transferSearch = searchOf({
  show: oneOf(["open", "setAside", "sentBack", "attached"]),
  search,
  merchantId: identifier,
  startDate: day,
  endDate: day,
  /** The transfer whose details are open. */
  transfer: identifier,
});
export type TransferSearch = SearchOf<typeof transferSearch>;

/** What the address of one user's or merchant's page holds. */
export const detailSearch = searchOf({
  tab: oneOf(["details", "transactions", "disputes"]),
  startDate: emptiedDay,
  endDate: emptiedDay,
  search,
  status: openOrClosed,
  /** The transaction whose details are open. */
  transaction: identifier,
});
export type DetailSearch = SearchOf<typeof detailSearch>;
