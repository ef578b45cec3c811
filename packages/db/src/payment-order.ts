import type { ListOrder } from "@hearth/domain/page";
import { asc, desc, type SQL, sql } from "drizzle-orm";
import { inOrder, isAfter } from "./after.ts";
import { payments } from "./schema/payments.ts";

/** A place in a list of payments: by their time, or by their amount. */
export type PaymentPlace = { id: string } & ({ at: Date } | { cents: number });

/**
 * The amount that payments are ordered by. Where something else narrows the list, its own index finds the few, and the amount's would only lead
 * through all the others: an expression keeps it out.
 */
const cents = (isNarrowed: boolean) => (isNarrowed ? sql`(${payments.amountCents} + 0)` : payments.amountCents);

/** What comes after a place in a list of payments, in its order; without a place, all of it. */
export function isAfterPlace(place: PaymentPlace | undefined, order: ListOrder, isNarrowed = false): SQL | undefined {
  if (place === undefined) return undefined;
  if ("at" in place) return isAfter(payments.createdAt, payments.id, place, order === "oldest" ? "oldest" : "newest");
  const direction = order === "largest" ? sql`<` : sql`>`;
  return sql`(${cents(isNarrowed)}, ${payments.id}) ${direction} (${place.cents}, ${place.id})`;
}

/** A list's order, for `orderBy`. */
export function inListOrder(order: ListOrder = "newest", isNarrowed = false): [SQL, SQL] {
  if (order === "newest" || order === "oldest") return inOrder(payments.createdAt, payments.id, order);
  const end = order === "largest" ? desc : asc;
  return [end(cents(isNarrowed)), end(payments.id)];
}
