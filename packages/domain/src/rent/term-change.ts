import type { Day } from "./calendar.ts";
import { chargePeriod, type PeriodCharge, type RentTerms, type Term, unusedOf } from "./periods.ts";

/** A month's rent in the ledger. */
export interface MonthInLedger {
  /** The amount charged, and the part credited for days after the lease's end; null if nothing is charged. */
  charged: { cents: number; dueOn: Day; givenBackCents: number } | null;
  /** True if the month's newest charge was voided because of an end of the lease. */
  wasVoidedForEnd: boolean;
}

/** Changes to a month after the lease's end moved. Everything else stays. */
export interface MonthChange {
  /** Void the current charge. */
  isVoided: boolean;
  /** Reverse the credit for unused days. */
  isTakenBack: boolean;
  /** Credit this amount for days after the new end. */
  given: { cents: number; formula: string } | null;
  /** Charge the month. */
  charge: PeriodCharge | null;
}

const nothing: MonthChange = { isVoided: false, isTakenBack: false, given: null, charge: null };

/** A lease's term and its terms for a month. */
export interface MonthTerms {
  term: Term;
  terms: RentTerms;
}

/**
 * Calculates what moving a lease's end changes in a month whose charge day has come. Only days between the two ends matter; charges, voids
 * and credits that a landlord made by hand stay. A month that now ends later is charged again, so that its due day is right too.
 */
export function monthChange(period: Day, ledger: MonthInLedger, before: MonthTerms, after: MonthTerms): MonthChange {
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
