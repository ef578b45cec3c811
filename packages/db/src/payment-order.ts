import type { ListOrder } from "@hearth/domain/page";
import { asc, desc, type SQL, sql } from "drizzle-orm";
import { inOrder, isAfter } from "./after.ts";
import { payments } from "./schema/payments.ts";

/** Cursor in a list of payments, by time or by amount. */
export type PaymentPlace = { id: string } & ({ at: Date } | { cents: number });

/**
 * The amount to order by. If another filter narrows the list, its index finds the few rows, and the amount's index would scan all the
 * others. The expression keeps PostgreSQL from using the amount's index.
 */
const cents = (isNarrowed: boolean) => (isNarrowed ? sql`(${payments.amountCents} + 0)` : payments.amountCents);

/** Condition for the payments after a cursor, in the list's order. Without a cursor, no condition. */
export function afterPaymentCursor(place: PaymentPlace | undefined, order: ListOrder, isNarrowed = false): SQL | undefined {
  if (place === undefined) return undefined;
  if ("at" in place) return isAfter(payments.createdAt, payments.id, place, order === "oldest" ? "oldest" : "newest");
  const direction = order === "largest" ? sql`<` : sql`>`;
  return sql`(${cents(isNarrowed)}, ${payments.id}) ${direction} (${place.cents}, ${place.id})`;
}

/** The `orderBy` columns of a list's order. */
export function paymentOrderBy(order: ListOrder = "newest", isNarrowed = false): [SQL, SQL] {
  if (order === "newest" || order === "oldest") return inOrder(payments.createdAt, payments.id, order);
  const end = order === "largest" ? desc : asc;
  return [end(cents(isNarrowed)), end(payments.id)];
}
