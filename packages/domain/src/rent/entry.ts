import { type Day, dayIn, monthAfter, monthOf, startOfDay } from "./calendar.ts";
import { type LateFee, sumLateFees } from "./late-fee.ts";
import { limits } from "../limits.ts";
import { chargeDay, chargePeriod, duePeriods, firstPeriod, type PeriodCharge, type RentTerms, type Term } from "./periods.ts";

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

/** A month that is charged as a lease is entered, with how many late fees of it there are by then where nothing is paid, and what they come to. */
export interface EnteredMonth extends PeriodCharge {
  lateFees: number;
  lateFeeCents: number;
}

/** What entering a lease charges at once: each month whose moment has come, the oldest first. What costs nothing is not charged. */
export function chargedOnEntry({ term, terms, lateFee, chargedFrom, timeZone }: EnteredLease, now: Date): EnteredMonth[] {
  const today = dayIn(now, timeZone);
  const isDue = (period: Day) => {
    const day = chargeDay(term, terms, period);
    return day !== null && day <= today;
  };
  return duePeriods(firstPeriod(term.startsOn, chargedFrom), isDue, mostPastMonths).flatMap((period) => {
    const charge = chargePeriod(term, terms, period);
    if (charge === null || charge.cents === 0) return [];
    const fees = lateFee === null ? { count: 0, cents: 0 } : sumLateFees(charge, lateFee, today, timeZone);
    return [{ ...charge, lateFees: fees.count, lateFeeCents: fees.cents }];
  });
}

/** Why a lease cannot be entered with what it charges at once; null where it can. */
export function beyondEntry(months: readonly EnteredMonth[], pastLateFees: boolean): string | null {
  const charges = months.reduce((sum, { lateFees }) => sum + 1 + (pastLateFees ? lateFees : 0), 0);
  if (charges <= limits.chargesOnEntry) return null;
  const [made, most] = [charges, limits.chargesOnEntry].map((count) => count.toLocaleString("en-US"));
  const what = pastLateFees ? "These months and their late fees are" : "These months are";
  return `${what} ${made} charges, and a new lease takes at most ${most}. Please charge it from a later month${pastLateFees ? ", or without late fees" : ""}.`;
}

/** The sentence for a charge that is refused because of `limits.openChargesPerLease`. */
export const leaseIsFull = `This lease has ${limits.openChargesPerLease.toLocaleString("en-US")} open charges, and takes no more. Please settle or void some of them first.`;

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
