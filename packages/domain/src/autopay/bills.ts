import { type Day, dayAfter, monthAfter, startOfDay } from "../rent/calendar.ts";
import { chargePeriod, type RentTerms, type Term, termsFor } from "../rent/periods.ts";

/** A month's rent that has been charged. */
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

/** The parts of a lease that determine its coming rent. */
export interface BilledLease extends Term {
  timeZone: string;
  /** The first month not charged yet. */
  nextPeriod: Day;
  /** When the lease was undone because it was entered by mistake; no rent is due after that. */
  undoneAt: Date | null;
  versions: readonly (RentTerms & { fromPeriod: Day })[];
  charges: readonly ChargedRent[];
}

/** A month's rent as billed, or as it will be billed under the lease's current terms. */
export interface Bill {
  period: Day;
  /** The charge, or null for a month not charged yet. */
  chargeId: string | null;
  /** The unpaid part. */
  cents: number;
  dueOn: Day;
  /** The start of the due day in the lease's time zone. */
  dueAt: Date;
  /** The first moment after the grace period. */
  graceEndsAt: Date;
}

/** Reasons a month has no bill, or no longer has one. */
export type NotBilled = "paid" | "voided" | "over";

/** Default and maximum number of coming bills to schedule payments for. */
export const usualScheduledPayments = 3;
export const mostScheduledPayments = 12;

/** Returns a month's bill under the lease's current terms, or the reason there is none. */
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

/**
 * Lists the bills that a payment can still be scheduled for, earliest first: open charges within their grace period, then future months.
 * Returns at most `most`.
 */
export function comingBills(lease: BilledLease, now: Date, limit: number): Bill[] {
  const charged = lease.charges.map(({ period }) => period).toSorted();
  const coming = Array.from({ length: limit }, (_, months) => monthAfter(lease.nextPeriod, months));
  return [...new Set([...charged, ...coming])]
    .map((period) => billFor(lease, period))
    .filter((bill): bill is Bill => typeof bill !== "string" && bill.graceEndsAt > now)
    .slice(0, limit);
}
