import { disputeStatuses } from "@hearth/domain/disputes/status";
import { limits } from "@hearth/domain/limits";
import { paymentStatuses } from "@hearth/domain/payments/status";
import { day, oneOf, type SearchOf, searchOf, text, textUpTo, yesOrNo } from "../../lib/search.ts";

export const transactionSearch = searchOf({
  status: oneOf(paymentStatuses),
  search: textUpTo(limits.searchMaxLength),
  order: oneOf(["oldest", "largest", "smallest"]),
  startDate: day,
  endDate: day,
  /** The transaction whose details are open. */
  transaction: text(),
});
export type TransactionSearch = SearchOf<typeof transactionSearch>;

const order = oneOf(["ascending", "descending"]);

/**
 * Search parameters of the tenants page. Repeats the states of `@hearth/domain/rent/inputs`, so that the first script does not load that
 * module.
 */
export const tenantSearch = searchOf({
  state: oneOf(["late", "owing", "settled", "endsSoon", "giveBack", "ended"]),
  search: textUpTo(limits.searchMaxLength),
  property: text(64),
  sort: oneOf(["unit", "tenant", "pastDue", "balance", "lastPaid", "ends"]),
  order,
});
export type TenantSearch = SearchOf<typeof tenantSearch>;

/** `add`: the form for a new property is open. */
export const propertySearch = searchOf({ search: textUpTo(limits.searchMaxLength), add: yesOrNo });
export type PropertySearch = SearchOf<typeof propertySearch>;

/** Search parameters of the page for several leases. `chosen`: about the leases that were chosen in a list. */
export const severalSearch = searchOf({
  act: oneOf(["remind", "charge", "record", "renew"]),
  property: text(64),
  chosen: yesOrNo,
});
export type SeveralSearch = SearchOf<typeof severalSearch>;

/** `add`: the form for a new request is open. */
export const requestSearch = searchOf({ state: oneOf(["open", "paid", "withdrawn"]), add: yesOrNo });
export type RequestSearch = SearchOf<typeof requestSearch>;

export const disputeSearch = searchOf({
  status: oneOf(disputeStatuses),
  search: textUpTo(limits.searchMaxLength),
  order: oneOf(["oldest", "largest", "smallest"]),
  startDate: day,
  endDate: day,
});
export type DisputeSearch = SearchOf<typeof disputeSearch>;
