import type { Day } from "./calendar.ts";
import { chargePeriod, type PeriodCharge, type RentTerms, type Term, unusedOf } from "./periods.ts";

/** A month's rent as it stands in the ledger. */
export interface MonthInLedger {
  /** What is charged for the month, with what of it was given back for days after the lease's end; null where nothing is charged. */
  charged: { cents: number; dueOn: Day; givenBackCents: number } | null;
  /** Whether the newest charge of the month was voided for an end of the lease. */
  wasVoidedForEnd: boolean;
}

/** What another end does to a month. All that is left out stays. */
export interface MonthChange {
  /** Void what is charged. */
  isVoided: boolean;
  /** Take back the credit that gave unused days back. */
  isTakenBack: boolean;
  /** Give this much back for days after the end. */
  given: { cents: number; formula: string } | null;
  /** Charge the month. */
  charge: PeriodCharge | null;
}

const nothing: MonthChange = { isVoided: false, isTakenBack: false, given: null, charge: null };

/** A lease's term and what it costs in a month. */
export interface MonthTerms {
  term: Term;
  terms: RentTerms;
}

/**
 * What moving a lease's end does to a month whose turn to be charged has come. Only the days that the two ends differ in count: what a landlord charged,
 * voided or credited by hand stays as it is. A month that ends later than it was charged for is charged anew, so that its due day is right as well.
 */
export function changeOfMonth(period: Day, ledger: MonthInLedger, before: MonthTerms, after: MonthTerms): MonthChange {
  const was = chargePeriod(before.term, before.terms, period);
  const is = chargePeriod(after.term, after.terms, period);
  const { charged, wasVoidedForEnd } = ledger;
  if (charged === null) {
    const isOwed = is !== null && is.cents > 0 && (wasVoidedForEnd || was?.cents === 0);
    return isOwed ? { ...nothing, charge: is } : nothing;
  }
  if (was?.cents === is?.cents && was?.dueOn === is?.dueOn) return nothing;
  const isTakenBack = charged.givenBackCents > 0;
  if (is === null || is.cents === 0) return { ...nothing, isVoided: true, isTakenBack };
  if (is.cents > charged.cents || is.dueOn > charged.dueOn) return { isVoided: true, isTakenBack, given: null, charge: is };
  const given = unusedOf(charged.cents, is);
  if ((given?.cents ?? 0) === charged.givenBackCents) return nothing;
  return { ...nothing, isTakenBack, given };
}
