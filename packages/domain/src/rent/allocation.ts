import { type ChargeKind, chargeRank, isFee } from "./charge-kinds.ts";
import type { Day } from "./calendar.ts";

/** The unpaid part of a charge. */
export interface OpenCharge {
  id: string;
  kind: ChargeKind;
  dueOn: Day;
  openCents: number;
}

/** Unallocated money: a payment, or a credit that counts from `arrivedAt` on. `chosen` lists the charges its payer named, in order. */
export interface OpenCredit {
  id: string;
  arrivedAt: Date;
  unusedCents: number;
  chosen: readonly string[];
}

export interface Allocation {
  creditId: string;
  chargeId: string;
  cents: number;
  /** When this money arrived. */
  arrivedAt: Date;
}

/**
 * Sorts charges by payment order. Fees come last whatever their day, so that a fee never leaves rent unpaid. Otherwise the oldest due day
 * comes first; on one day rent, then utilities, then the rest.
 */
export function sortByPaymentOrder<Charge extends Omit<OpenCharge, "openCents">>(charges: readonly Charge[]): Charge[] {
  return charges.toSorted(
    (left, right) =>
      Number(isFee(left.kind)) - Number(isFee(right.kind)) ||
      compare(left.dueOn, right.dueOn) ||
      chargeRank[left.kind] - chargeRank[right.kind] ||
      compare(left.id, right.id),
  );
}

/**
 * Allocates credits to charges, in the order of the credits given. Each credit pays its payer's chosen charges first, then the others in
 * payment order. Any remainder stays unallocated for later charges.
 */
export function allocate(credits: readonly OpenCredit[], charges: readonly OpenCharge[]): Allocation[] {
  const open = new Map(charges.map((charge) => [charge.id, charge.openCents]));
  const usual = sortByPaymentOrder(charges).map(({ id }) => id);
  return credits.flatMap(({ id: creditId, arrivedAt, unusedCents, chosen }) => {
    const made: Allocation[] = [];
    let unused = unusedCents;
    for (const chargeId of new Set([...chosen, ...usual])) {
      const cents = Math.min(unused, open.get(chargeId) ?? 0);
      if (cents <= 0) continue;
      made.push({ creditId, chargeId, cents, arrivedAt });
      open.set(chargeId, (open.get(chargeId) ?? 0) - cents);
      unused -= cents;
    }
    return made;
  });
}

function compare(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1;
}
