import { toDateRange } from "@hearth/domain/date-range";
import type { ListPaymentsInput, PaymentFilter } from "@hearth/domain/payments/inputs";
import type { Deps } from "../../../deps.ts";
import { paginateInOrder, readOrderedCursor } from "../../../paging/cursor.ts";
import type { Actor } from "../../../trpc/context.ts";
import { listOwnPayments, type OwnPayments, totalsByMonth } from "../rows/listed-payments.repo.ts";
import { toPaymentView } from "../rows/payments.view.ts";
import { type HistoryTotals, viewHistoryTotals } from "./history.view.ts";

/** Lists a page of a payer's filtered payments, newest first by default, with the cursor of the next page. */
export async function listPayments(deps: Deps, actor: Actor, input: ListPaymentsInput, timeZone: string) {
  const { cursor, limit, order } = input;
  const after = cursor === undefined ? undefined : readOrderedCursor("payment", cursor, order);
  const rows = await listOwnPayments(deps.db, { ...toOwnPayments(actor, input, timeZone), order, after, limit: limit + 1 });
  const { page, nextCursor } = paginateInOrder("payment", rows, limit, order, ({ payment }) => ({
    at: payment.createdAt,
    cents: payment.amountCents,
    id: payment.id,
  }));
  return { items: page.map((row) => toPaymentView(deps, row)), nextCursor };
}

/** Sums the filtered payments by month of the filter's time zone and by status, in one query. */
export async function readHistoryTotals(deps: Deps, actor: Actor, filter: PaymentFilter, timeZone: string): Promise<HistoryTotals> {
  const ofEveryStatus = toOwnPayments(actor, { ...filter, status: "all" }, timeZone);
  const totals = await totalsByMonth(deps.db, ofEveryStatus, filter.timeZone ?? timeZone);
  return viewHistoryTotals(totals, filter.status);
}

/** Converts a payer's filter for the database. Days are in the filter's time zone, or else the viewer's. */
export function toOwnPayments(actor: Actor, filter: PaymentFilter, timeZone: string): OwnPayments {
  const range = toDateRange(filter, filter.timeZone ?? timeZone);
  return { consumerId: actor.userId, status: filter.status === "all" ? undefined : filter.status, search: filter.search, range };
}
