import { limits } from "@hearth/domain/limits";
import { mailStatuses } from "@hearth/domain/notifications/mails";
import { paymentStatuses } from "@hearth/domain/payments/status";
import { day, emptiedDay, oneOf, type SearchOf, searchOf, text, textUpTo } from "../../lib/search.ts";

const search = textUpTo(limits.searchMaxLength);
const identifier = text(64);
const openOrClosed = oneOf(["open", "closed"]);

/** Sort order of a list. Default: newest first. */
const order = oneOf(["oldest", "largest", "smallest"]);

/** Search parameters of a list with a text filter. */
export const listSearch = searchOf({ search });

export const transactionSearch = searchOf({
  status: oneOf(paymentStatuses),
  search,
  order,
  merchantId: identifier,
  startDate: day,
  endDate: day,
});
export type TransactionSearch = SearchOf<typeof transactionSearch>;

export const leaseSearch = searchOf({ search, merchantId: identifier });
export type LeaseSearch = SearchOf<typeof leaseSearch>;

export const disputeSearch = searchOf({ status: openOrClosed, search, order, startDate: day, endDate: day });
export type DisputeSearch = SearchOf<typeof disputeSearch>;

export const mailSearch = searchOf({ status: oneOf(mailStatuses) });
export type MailSearch = SearchOf<typeof mailSearch>;

/** Search parameters of the alarm list. Default: active alarms. */
export const alarmSearch = searchOf({ status: oneOf(["over", "all"]) });
export type AlarmSearch = SearchOf<typeof alarmSearch>;

/** Search parameters of the set-aside list. Only its page checks the list's name, so that no other page loads the names. */
export const setAsideSearch = searchOf({ list: text(40) });
export type SetAsideSearch = SearchOf<typeof setAsideSearch>;

export const auditSearch = searchOf({
  search,
  action: text(60),
  startDate: day,
  endDate: day,
});
export type AuditSearch = SearchOf<typeof auditSearch>;

/** Search parameters of unmatched money. */
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

/** Search parameters of a user's or merchant's page. */
export const detailSearch = searchOf({
  tab: oneOf(["details", "transactions", "disputes"]),
  startDate: emptiedDay,
  endDate: emptiedDay,
  search,
  order,
  status: openOrClosed,
  /** The transaction whose details are open. */
  transaction: identifier,
});
export type DetailSearch = SearchOf<typeof detailSearch>;
