import { type ChargeKind, chargeRank, isFee } from "./charge-kinds.ts";
import type { Day } from "./calendar.ts";

/** What is still open of a charge. */
export interface OpenCharge {
  id: string;
  kind: ChargeKind;
  dueOn: Day;
  openCents: number;
}

/** Money that arrived at one moment, or a credit that counts from then on, and pays no charge; `chosen` are the charges that its payer named, in order. */
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
  /** When these cents arrived. */
  arrivedAt: Date;
}

/**
 * Sorts charges into the order in which they are paid: fees after everything else, whatever their days, so that a fee never leaves rent unpaid. Within each of
 * the two, the oldest due day comes first, and of one day rent, then utilities, then the rest.
 */
export function inOrderOfPayment<Charge extends Omit<OpenCharge, "openCents">>(charges: readonly Charge[]): Charge[] {
  return charges.toSorted(
    (left, right) =>
      Number(isFee(left.kind)) - Number(isFee(right.kind)) ||
      compare(left.dueOn, right.dueOn) ||
      chargeRank[left.kind] - chargeRank[right.kind] ||
      compare(left.id, right.id),
  );
}

/**
 * What of these credits pays what of these charges: each credit first what its payer chose, then in the order of payment, until it or all charges
 * are used up. What is over stays a credit for what comes. Credits are taken in the order in which they are given.
 */
export function allocate(credits: readonly OpenCredit[], charges: readonly OpenCharge[]): Allocation[] {
  const open = new Map(charges.map((charge) => [charge.id, charge.openCents]));
  const usual = inOrderOfPayment(charges).map(({ id }) => id);
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
