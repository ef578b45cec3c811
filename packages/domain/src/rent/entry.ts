import { type Day, dayIn, monthAfter, monthOf, startOfDay } from "./calendar.ts";
import { type LateFee, sumLateFees } from "./late-fee.ts";
import { limits } from "../limits.ts";
import { chargeDay, chargePeriod, duePeriods, firstPeriod, type PeriodCharge, type RentTerms, type Term } from "./periods.ts";

/** Upper bound for the months since a lease's start. */
export const maxPastMonths = 2_400;

/** A lease being entered. `chargedFrom` is a day in the first month to charge, for a lease that ran elsewhere before. */
export interface EnteredLease {
  term: Term;
  terms: RentTerms;
  lateFee: LateFee | null;
  chargedFrom: Day | undefined;
  timeZone: string;
}

/** A month charged when its lease is entered, with the number and sum of its late fees so far if nothing was paid. */
export interface EnteredMonth extends PeriodCharge {
  lateFees: number;
  lateFeeCents: number;
}

/** Lists the months to charge when a lease is entered, oldest first: those whose charge day has come. Months without cost are left out. */
export function chargedOnEntry({ term, terms, lateFee, chargedFrom, timeZone }: EnteredLease, now: Date): EnteredMonth[] {
  const today = dayIn(now, timeZone);
  const isDue = (period: Day) => {
    const day = chargeDay(term, terms, period);
    return day !== null && day <= today;
  };
  return duePeriods(firstPeriod(term.startsOn, chargedFrom), isDue, maxPastMonths).flatMap((period) => {
    const charge = chargePeriod(term, terms, period);
    if (charge === null || charge.cents === 0) return [];
    const fees = lateFee === null ? { count: 0, cents: 0 } : sumLateFees(charge, lateFee, today, timeZone);
    return [{ ...charge, lateFees: fees.count, lateFeeCents: fees.cents }];
  });
}

/** Returns why a lease would create too many charges when entered, or null if it can be entered. */
export function entryProblem(months: readonly EnteredMonth[], pastLateFees: boolean): string | null {
  const charges = months.reduce((sum, { lateFees }) => sum + 1 + (pastLateFees ? lateFees : 0), 0);
  if (charges <= limits.chargesOnEntry) return null;
  const [made, most] = [charges, limits.chargesOnEntry].map((count) => count.toLocaleString("en-US"));
  const what = pastLateFees ? "These months and their late fees are" : "These months are";
  return `${what} ${made} charges, and a new lease takes at most ${most}. Please charge it from a later month${pastLateFees ? ", or without late fees" : ""}.`;
}

/** The message for a charge refused because of `limits.openChargesPerLease`. */
export const leaseFullMessage = `This lease has ${limits.openChargesPerLease.toLocaleString("en-US")} open charges, and takes no more. Please settle or void some of them first.`;

/** The months from which a lease that has already begun can be charged: from next month (or the lease's last month) back to its first. */
export function monthsToChargeFrom({ startsOn, endsOn }: Pick<Term, "startsOn" | "endsOn">, today: Day): Day[] {
  const first = monthOf(startsOn);
  const next = monthAfter(monthOf(today), 1);
  const last = endsOn !== null && endsOn < next ? monthOf(endsOn) : next;
  const months: Day[] = [];
  for (let back = 0; monthAfter(last, -back) >= first && back < maxPastMonths; back++) months.push(monthAfter(last, -back));
  return months;
}

/** True if rent was already late when its lease was entered. Late fees for it are charged only if the landlord asks for them. */
export function wasLateOnEntry(feeFromOn: Day, timeZone: string, now: Date): boolean {
  return startOfDay(feeFromOn, timeZone) <= now;
}
