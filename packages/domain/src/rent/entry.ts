import { type Day, dayIn, monthAfter, monthOf, startOfDay } from "./calendar.ts";
import { type LateFee, lateFeesIfUnpaid } from "./late-fee.ts";
import { chargeMoment, chargePeriod, duePeriods, firstPeriod, type PeriodCharge, type RentTerms, type Term } from "./periods.ts";

/** More months than any lease can begin in the past. */
export const mostPastMonths = 2_400;

/** A lease as it is entered: `chargedFrom` is a day of the first month to charge, for one that ran elsewhere before. */
export interface EnteredLease {
  term: Term;
  terms: RentTerms;
  lateFee: LateFee | null;
  chargedFrom: Day | undefined;
  timeZone: string;
}

/** A month that is charged as a lease is entered, with what late fees of it come to by then where nothing is paid. */
export interface EnteredMonth extends PeriodCharge {
  lateFeeCents: number;
}

/** What entering a lease charges at once: each month whose moment has come, the oldest first. What costs nothing is not charged. */
export function chargedOnEntry({ term, terms, lateFee, chargedFrom, timeZone }: EnteredLease, now: Date): EnteredMonth[] {
  const isDue = (period: Day) => {
    const moment = chargeMoment(term, terms, period, timeZone);
    return moment !== null && moment <= now;
  };
  const today = dayIn(now, timeZone);
  return duePeriods(firstPeriod(term.startsOn, chargedFrom), isDue, mostPastMonths).flatMap((period) => {
    const charge = chargePeriod(term, terms, period);
    if (charge === null || charge.cents === 0) return [];
    return [{ ...charge, lateFeeCents: lateFee === null ? 0 : lateFeesIfUnpaid(charge, lateFee, today) }];
  });
}

/** The months that a lease which began before a day can be charged from: the one after that day's first, its own first month last. */
export function monthsToChargeFrom({ startsOn, endsOn }: Pick<Term, "startsOn" | "endsOn">, today: Day): Day[] {
  const first = monthOf(startsOn);
  const next = monthAfter(monthOf(today), 1);
  const last = endsOn !== null && endsOn < next ? monthOf(endsOn) : next;
  const months: Day[] = [];
  for (let back = 0; monthAfter(last, -back) >= first && back < mostPastMonths; back++) months.push(monthAfter(last, -back));
  return months;
}

/** Whether rent was late already as its lease was entered: fees for it are asked for only where the landlord says so. */
export function wasLateOnEntry(feeFromOn: Day, timeZone: string, now: Date): boolean {
  return startOfDay(feeFromOn, timeZone) <= now;
}
