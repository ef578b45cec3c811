import { type Day, daysBetween } from "./calendar.ts";

/** The balance of a lease, and when it is due. */
export interface Owed {
  /** Unpaid charges minus prepaid money; 0 if nothing is owed. */
  owedCents: number;
  /** The part of it that was due before today. */
  lateCents: number;
  /** The due day of the oldest debt, or null if nothing is owed. */
  dueOn: Day | null;
  /** Days since that day; 0 if it is not past. */
  daysLate: number;
  /** Money paid beyond all charges. */
  creditCents: number;
}

/** Calculates the balance from the open part of each charge and the unused credits. */
export function owedOn(open: readonly { dueOn: Day; openCents: number }[], unusedCents: number, today: Day): Owed {
  let unused = unusedCents;
  const openCharges = open
    .toSorted((left, right) => (left.dueOn < right.dueOn ? -1 : 1))
    .flatMap(({ dueOn, openCents }) => {
      const used = Math.min(unused, openCents);
      unused -= used;
      return openCents > used ? [{ dueOn, cents: openCents - used }] : [];
    });
  const dueOn = openCharges[0]?.dueOn ?? null;
  const sum = (lines: typeof openCharges) => lines.reduce((total, { cents }) => total + cents, 0);
  return {
    owedCents: sum(openCharges),
    lateCents: sum(openCharges.filter((line) => line.dueOn < today)),
    dueOn,
    daysLate: dueOn === null ? 0 : Math.max(0, daysBetween(dueOn, today)),
    creditCents: unused,
  };
}

/** Remaining debts between the two sides of a lease, in cents. */
export interface LeaseRemains {
  owedCents: number;
  /** Money paid beyond all charges. */
  creditCents: number;
  /** The open part of deposits. It is no reason to keep what is held of them. */
  openDepositCents: number;
  /** Deposits held by the landlord. */
  heldCents: number;
}

/**
 * Steps that settle an ended lease: `keep` what is owed from the deposit, `pay` what is owed, `giveBack` the deposit, or `return` prepaid
 * money.
 */
export const settlingSteps = ["keep", "pay", "giveBack", "return"] as const;
export type SettlingStep = (typeof settlingSteps)[number];

/**
 * Returns the next step that settles an ended lease, or null if nothing remains. Debts other than deposits are taken from the deposit first; the
 * tenants pay the rest. A partly paid deposit is given back, not kept for its own unpaid part.
 */
export function settlingStep(remains: LeaseRemains): { step: SettlingStep; cents: number } | null {
  const { owedCents, creditCents, heldCents } = remains;
  const besides = owedBesidesDeposits(remains);
  if (heldCents > 0) return besides > 0 ? { step: "keep", cents: Math.min(besides, heldCents) } : { step: "giveBack", cents: heldCents };
  if (owedCents > 0) return { step: "pay", cents: owedCents };
  return creditCents > 0 ? { step: "return", cents: creditCents } : null;
}

/** Returns the owed cents that a deposit can be kept for: all but the open part of deposits. */
export function owedBesidesDeposits({ owedCents, openDepositCents }: Pick<LeaseRemains, "owedCents" | "openDepositCents">): number {
  return Math.max(0, owedCents - openDepositCents);
}

/** The state of a lease's bills in a month. */
export const monthStates = ["paid", "partly", "pastDue", "due", "nothingDue"] as const;
export type MonthState = (typeof monthStates)[number];

/** A lease's bills in a month, in cents, after money that arrived paid the oldest ones. */
export interface MonthBills {
  /** Open and due before today. */
  lateCents: number;
  /** Open and due by the end of the month. */
  openCents: number;
  /** True when something is billed for the month. */
  isBilled: boolean;
  /** Money that paid rent of the month, or arrived and pays nothing yet. */
  paidCents: number;
}

/**
 * Returns the state of a month. `pastDue`: anything is past due. `paid`: everything up to the month's end is paid. `partly`: some of the month's rent is paid,
 * and the rest is not past due. `due`: none of it is paid. `nothingDue`: nothing is billed.
 */
export function monthStateOf({ lateCents, openCents, isBilled, paidCents }: MonthBills): MonthState {
  if (lateCents > 0) return "pastDue";
  if (openCents === 0) return isBilled ? "paid" : "nothingDue";
  return paidCents > 0 ? "partly" : "due";
}
