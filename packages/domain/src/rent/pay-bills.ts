import { allocate, type OpenCharge } from "./allocation.ts";

/** A charge's share of an amount. */
export interface PaidShare<Charge> {
  charge: Charge;
  cents: number;
}

/** The shares that an amount pays of open charges, in the order of payment. `creditCents` is left over and stays as a credit. */
export interface PaidShares<Charge> {
  shares: PaidShare<Charge>[];
  creditCents: number;
}

/** Calculates what an amount would pay now: the chosen charges first, then the others in payment order. */
export function sharesOf<Charge extends OpenCharge>(
  charges: readonly Charge[],
  cents: number,
  chosen: readonly string[] = [],
): PaidShares<Charge> {
  const credit = { id: "payment", arrivedAt: new Date(0), unusedCents: cents, chosen };
  const shares = allocate([credit], charges).flatMap((allocation) => {
    const charge = charges.find(({ id }) => id === allocation.chargeId);
    return charge === undefined ? [] : [{ charge, cents: allocation.cents }];
  });
  return { shares, creditCents: cents - shares.reduce((sum, share) => sum + share.cents, 0) };
}

/**
 * Splits open charges into those to pay first and those that can wait: the ones past due, or else the ones of the earliest due day. Keeps
 * them together where they do not add up to what is owed, because a credit is about to pay a part of them.
 */
export function splitByDue<Charge extends Pick<OpenCharge, "dueOn" | "openCents">>(
  charges: readonly Charge[],
  { owedCents, lateCents }: { owedCents: number; lateCents: number },
): { first: Charge[]; later: Charge[] } {
  const byDay = charges.toSorted((left, right) => (left.dueOn < right.dueOn ? -1 : Number(left.dueOn > right.dueOn)));
  const together = { first: byDay, later: [] };
  if (sumOf(byDay) !== owedCents) return together;
  let sum = 0;
  const lateCount = byDay.findIndex(({ openCents }) => (sum += openCents) === lateCents) + 1;
  if (lateCents > 0 && lateCount === 0) return together;
  const isFirst = ({ dueOn }: Charge, index: number) => (lateCents > 0 ? index < lateCount : dueOn === byDay[0]?.dueOn);
  return { first: byDay.filter(isFirst), later: byDay.filter((charge, index) => !isFirst(charge, index)) };
}

/**
 * Names the bills that an amount pays: `Rent for December 2026, Juniper Court 4B`. Null where it leaves a bill paid in part or a credit,
 * because the payer then typed an amount of their own. At most `max` characters.
 */
export function nameOfBills<Charge extends OpenCharge & { description: string }>(
  { shares, creditCents }: PaidShares<Charge>,
  place: string,
  max: number,
): string | null {
  if (shares.length === 0 || creditCents > 0 || shares.some(({ charge, cents }) => cents < charge.openCents)) return null;
  const [first = "", second = "", ...others] = shares.map(({ charge }) => charge.description);
  const bills = second === "" ? first : others.length === 0 ? `${first} and ${second}` : `${first}, ${second} and ${others.length} more`;
  const fits = (name: string) => [...name].length <= max;
  return [`${bills}, ${place}`, bills].find(fits) ?? (shares.length === 1 ? [...first].slice(0, max).join("") : `${shares.length} bills`);
}

interface BillLine {
  description: string;
  /** In dollars. */
  amount: number;
}

/** Lists what a payment is for as it is shown, in dollars. The lines add up to the payment's amount. */
export function shownBillLines({ lines, credit, returned }: { lines: BillLine[]; credit: number; returned: number }): BillLine[] {
  return [
    ...lines,
    ...(credit > 0 ? [{ description: "Credit for later bills", amount: credit }] : []),
    ...(returned > 0 ? [{ description: "Refunded", amount: returned }] : []),
  ];
}

/** Sums the open parts of charges, in cents. */
export function sumOf(charges: readonly Pick<OpenCharge, "openCents">[]): number {
  return charges.reduce((sum, { openCents }) => sum + openCents, 0);
}
