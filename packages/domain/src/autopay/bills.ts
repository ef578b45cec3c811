import { type Day, dayAfter, monthAfter, startOfDay } from "../rent/calendar.ts";
import { chargePeriod, type RentTerms, type Term, termsFor } from "../rent/periods.ts";

/** A month's rent that was charged. */
export interface ChargedRent {
  id: string;
  /** The first day of its month. */
  period: Day;
  cents: number;
  paidCents: number;
  dueOn: Day;
  dueAt: Date;
  feeFromOn: Day | null;
  isVoided: boolean;
}

/** A lease as far as its coming rent can be told. */
export interface BilledLease extends Term {
  timeZone: string;
  /** The first month that is not charged yet. */
  nextPeriod: Day;
  /** When the lease was undone because it had been entered by mistake; its rent is over then. */
  undoneAt: Date | null;
  versions: readonly (RentTerms & { fromPeriod: Day })[];
  charges: readonly ChargedRent[];
}

/** A month's rent as it is billed, or will be as the lease stands. */
export interface Bill {
  period: Day;
  /** The charge, or null for a month that is not charged yet. */
  chargeId: string | null;
  /** What is open of it. */
  cents: number;
  dueOn: Day;
  /** The first moment of the due day where the lease is. */
  dueAt: Date;
  /** The first moment after the days of grace. */
  graceEndsAt: Date;
}

/** Why a month's rent is not billed, or not any more. */
export type NotBilled = "paid" | "voided" | "over";

/** Cheques are written for so many coming bills where nobody says otherwise, and for so many at most. */
export const usualCheques = 3;
export const mostCheques = 12;

/** A month's rent as the lease stands: what is open of it, or why nothing is. */
export function billFor(lease: BilledLease, period: Day): Bill | NotBilled {
  const charged = lease.charges.find((charge) => charge.period === period && !charge.isVoided);
  if (lease.undoneAt !== null) return "over";
  if (charged !== undefined) return charged.paidCents >= charged.cents ? "paid" : billOf(lease, charged);
  if (period < lease.nextPeriod) return "voided";
  const coming = chargePeriod(lease, termsFor(lease.versions, period), period);
  if (coming === null || coming.cents === 0) return "over";
  return billOf(lease, { ...coming, id: null, paidCents: 0, dueAt: startOfDay(coming.dueOn, lease.timeZone) });
}

function billOf({ timeZone }: BilledLease, charge: Omit<ChargedRent, "id" | "isVoided"> & { id: string | null }): Bill {
  const { id, period, cents, paidCents, dueOn, dueAt, feeFromOn } = charge;
  const graceEndsAt = startOfDay(feeFromOn ?? dayAfter(dueOn, 1), timeZone);
  return { period, chargeId: id, cents: cents - paidCents, dueOn, dueAt, graceEndsAt };
}

/** The bills that a cheque can still be written for, the next first: what is charged and open within its grace, then the months to come. */
export function comingBills(lease: BilledLease, now: Date, most: number): Bill[] {
  const charged = lease.charges.map(({ period }) => period).toSorted();
  const coming = Array.from({ length: most }, (_, months) => monthAfter(lease.nextPeriod, months));
  return [...new Set([...charged, ...coming])]
    .map((period) => billFor(lease, period))
    .filter((bill): bill is Bill => typeof bill !== "string" && bill.graceEndsAt > now)
    .slice(0, most);
}
