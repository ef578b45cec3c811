import type { ListOrder } from "@hearth/domain/page";
import { type SQL, sql } from "drizzle-orm";
import { inListOrder, isAfterPlace, type ListPlace } from "./after.ts";
import { payments } from "./schema/payments.ts";

/**
 * Columns that a list of payments is ordered by. If another filter narrows the list, its index finds the few rows, and the amount's index
 * would scan all the others. The expression keeps PostgreSQL from using the amount's index.
 */
const columns = (isNarrowed: boolean) => ({
  at: payments.createdAt,
  cents: isNarrowed ? sql`(${payments.amountCents} + 0)` : payments.amountCents,
  id: payments.id,
});

/** Condition for the payments after a cursor, in the list's order. Without a cursor, no condition. */
export function afterPaymentCursor(place: ListPlace | undefined, order: ListOrder, isNarrowed = false): SQL | undefined {
  return isAfterPlace(columns(isNarrowed), place, order);
}

/** The `orderBy` columns of a list's order. */
export function paymentOrderBy(order: ListOrder = "newest", isNarrowed = false): [SQL, SQL] {
  return inListOrder(columns(isNarrowed), order);
}
