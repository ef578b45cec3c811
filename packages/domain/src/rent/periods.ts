import { formatUsd } from "../money.ts";
import { type Day, dayAfter, dayOf, daysBetween, daysInMonth, earlier, later, monthAfter, monthOf, startOfDay } from "./calendar.ts";

/** How the rent of a month that the lease covers in part is made: by its days, or in full. */
export const prorations = ["days", "none"] as const;
export type Proration = (typeof prorations)[number];

/** The due day that stands for each month's last one. */
export const lastDueDay = 31;

/** Charges are made so many days ahead of their due day. */
export const chargedAheadDays = 15;

/** When a lease holds; `endsOn` is its last day, or null while nobody has said. */
export interface Term {
  startsOn: Day;
  endsOn: Day | null;
  proration: Proration;
}

/** What a period costs, and when it is due: from 1 to 28, or 31 for the month's last day. */
export interface RentTerms {
  rentCents: number;
  dueDay: number;
  graceDays: number;
}

/** What a period's rent is. */
export interface PeriodCharge {
  /** The first day of the month. */
  period: Day;
  cents: number;
  dueOn: Day;
  /** The first day on which a late fee may be asked for: the due day and the days of grace are over. */
  feeFromOn: Day;
  /** How the amount was made where it is not the whole rent. */
  formula: string | null;
}

/** The version that holds for a period: the last that begins with it or before. Versions come in the order in which they were made. */
export function termsFor<Version extends { fromPeriod: Day }>(versions: readonly Version[], period: Day): Version {
  let found: Version | undefined;
  for (const version of versions) {
    if (version.fromPeriod <= period && (found === undefined || version.fromPeriod >= found.fromPeriod)) found = version;
  }
  if (found === undefined) throw new RangeError(`No terms hold for ${period}`);
  return found;
}

/** The versions that hold for some month, each until the next one's first; in the order of their months. Versions come in the order in which they were made. */
export function termsSpans<Version extends { fromPeriod: Day }>(versions: readonly Version[]): { version: Version; until: Day | null }[] {
  const held = new Map(versions.map((version) => [version.fromPeriod, version]));
  const inOrder = [...held.values()].toSorted((left, right) => (left.fromPeriod < right.fromPeriod ? -1 : 1));
  return inOrder.map((version, place) => ({ version, until: inOrder[place + 1]?.fromPeriod ?? null }));
}

/** The rent of a month, or null where the lease does not cover a day of it. Integer cents, rounded once, half up. */
export function chargePeriod({ startsOn, endsOn, proration }: Term, terms: RentTerms, period: Day): PeriodCharge | null {
  const length = daysInMonth(period);
  const monthEnd = dayAfter(period, length - 1);
  const first = later(period, startsOn);
  const last = endsOn === null ? monthEnd : earlier(monthEnd, endsOn);
  if (first > last) return null;
  const days = daysBetween(first, last) + 1;
  const isWhole = days === length || proration === "none";
  const dueOn = later(first, earlier(last, dueDayIn(period, terms.dueDay)));
  return {
    period,
    cents: isWhole ? terms.rentCents : prorate(terms.rentCents, days, length),
    dueOn,
    feeFromOn: dayAfter(dueOn, terms.graceDays + 1),
    formula: isWhole ? null : `${days} of ${length} days of ${formatUsd(terms.rentCents)}`,
  };
}

/** The part of a month's rent that some of its days cost, half a cent rounded up. */
export function prorate(cents: number, days: number, ofDays: number): number {
  return Math.floor((2 * cents * days + ofDays) / (2 * ofDays));
}

/** The month's own due day; one that the month lacks is its last. */
export function dueDayIn(period: Day, dueDay: number): Day {
  return dayOf(Number(period.slice(0, 4)), Number(period.slice(5, 7)), dueDay);
}

/** The day on which a charge is to be made: that many days before it is due; null where the lease is over. */
export function chargeDay(term: Term, terms: RentTerms, period: Day): Day | null {
  const charge = chargePeriod(term, terms, period);
  return charge && dayAfter(charge.dueOn, -chargedAheadDays);
}

/** When a charge is to be made: at the start of its day where the lease is; null where the lease is over. */
export function chargeMoment(term: Term, terms: RentTerms, period: Day, timeZone: string): Date | null {
  const day = chargeDay(term, terms, period);
  return day === null ? null : startOfDay(day, timeZone);
}

/** What of a month's rent is unused, in cents, and how it was made: what was charged less what the month costs; null where nothing is. */
export function unusedOf(chargedCents: number, used: PeriodCharge): { cents: number; formula: string } | null {
  const cents = chargedCents - used.cents;
  return cents <= 0 ? null : { cents, formula: `${formatUsd(chargedCents)} less ${used.formula ?? formatUsd(used.cents)}` };
}

/**
 * The versions of terms that begin to hold with a month, so that an earlier due day makes nobody late: while the new due day of a month is over already, the month
 * keeps the old due day and the old days of grace. \`terms\` are the new ones, \`before\` those that hold for the month without them.
 */
export function versionsFrom<Terms extends RentTerms>(
  terms: Terms,
  before: RentTerms,
  from: Day,
  today: Day,
): (Terms & { fromPeriod: Day })[] {
  if (terms.dueDay >= before.dueDay || dueDayIn(from, terms.dueDay) >= today) return [{ ...terms, fromPeriod: from }];
  const { dueDay, graceDays } = before;
  const month = monthOf(today);
  const next = dueDayIn(month, terms.dueDay) >= today ? month : monthAfter(month, 1);
  return [
    { ...terms, dueDay, graceDays, fromPeriod: from },
    { ...terms, fromPeriod: next },
  ];
}

/** The month that a lease's charges begin with: its first one, or a later one for a lease that was moved here. */
export function firstPeriod(startsOn: Day, chargedFrom: Day | undefined): Day {
  return later(monthOf(startsOn), monthOf(chargedFrom ?? startsOn));
}

/** The months that are charged from one on, while their moment has come; at most so many at once. */
export function duePeriods(from: Day, isDue: (period: Day) => boolean, most: number): Day[] {
  const periods: Day[] = [];
  for (let count = 0; count < most; count++) {
    const period = monthAfter(from, count);
    if (!isDue(period)) break;
    periods.push(period);
  }
  return periods;
}

const monthWords = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });
const dayWords = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

/** A month as people read it: `December 2026`. */
export function periodName(period: Day): string {
  return monthWords.format(new Date(`${period}T00:00:00Z`));
}

/** What a month's rent is called in its ledger: `Rent for December 2026`. */
export function rentName(period: Day): string {
  return `Rent for ${periodName(period)}`;
}

/** A day as people read it: `Dec 1, 2026`. */
export function dayName(day: Day): string {
  return dayWords.format(new Date(`${day}T00:00:00Z`));
}
