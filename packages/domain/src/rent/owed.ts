import { type Day, daysBetween } from "./calendar.ts";

/** What is owed on a lease, and by when. */
export interface Owed {
  /** All that is charged and not paid, less what is prepaid; 0 where nothing is owed. */
  owedCents: number;
  /** Of that, what was due before today. */
  lateCents: number;
  /** The day by which the oldest of it is due, or null where nothing is owed. */
  dueOn: Day | null;
  /** How many days that day is past; 0 where it is not. */
  daysLate: number;
  /** What was paid beyond all that is charged. */
  creditCents: number;
}

/** What is owed, given what is open of each charge and what of the credits is not used. */
export function owedOn(open: readonly { dueOn: Day; openCents: number }[], unusedCents: number, today: Day): Owed {
  let unused = unusedCents;
  const left = open
    .toSorted((one, other) => (one.dueOn < other.dueOn ? -1 : 1))
    .flatMap(({ dueOn, openCents }) => {
      const used = Math.min(unused, openCents);
      unused -= used;
      return openCents > used ? [{ dueOn, cents: openCents - used }] : [];
    });
  const dueOn = left[0]?.dueOn ?? null;
  const sum = (lines: typeof left) => lines.reduce((total, { cents }) => total + cents, 0);
  return {
    owedCents: sum(left),
    lateCents: sum(left.filter((line) => line.dueOn < today)),
    dueOn,
    daysLate: dueOn === null ? 0 : Math.max(0, daysBetween(dueOn, today)),
    creditCents: unused,
  };
}

/** What remains between the two sides of a lease, in cents. */
export interface LeaseRemains {
  owedCents: number;
  /** Paid beyond all that is charged. */
  creditCents: number;
  /** What is open of deposits; it is no reason to keep what is held of them. */
  openDepositCents: number;
  /** Money that is held of deposits. */
  heldCents: number;
}

/**
 * The next step that settles a lease which is over: `keep` what is owed of the deposit, `pay` what is owed, `giveBack` the deposit, or `return` what was paid
 * ahead.
 */
export const settlingSteps = ["keep", "pay", "giveBack", "return"] as const;
export type SettlingStep = (typeof settlingSteps)[number];

/**
 * Finds the step that settles a lease which is over; null where nothing remains. What is owed besides deposits is taken from what is held first, and the tenants
 * pay what that does not cover. A deposit that was paid in part is given back, not kept for its own unpaid part.
 */
export function settlingStep(remains: LeaseRemains): { step: SettlingStep; cents: number } | null {
  const { owedCents, creditCents, heldCents } = remains;
  const besides = owedBesidesDeposits(remains);
  if (heldCents > 0) return besides > 0 ? { step: "keep", cents: Math.min(besides, heldCents) } : { step: "giveBack", cents: heldCents };
  if (owedCents > 0) return { step: "pay", cents: owedCents };
  return creditCents > 0 ? { step: "return", cents: creditCents } : null;
}

/** What is owed that a deposit can be kept for. */
export function owedBesidesDeposits({ owedCents, openDepositCents }: Pick<LeaseRemains, "owedCents" | "openDepositCents">): number {
  return Math.max(0, owedCents - openDepositCents);
}
