import { formatUsd } from "../money.ts";
import { type Day, dayAfter, dayOf, daysBetween, daysInMonth, earlier, later, monthAfter, monthOf, startOfDay } from "./calendar.ts";

/** Ways to charge a month that the lease covers only in part: by days, or in full. */
export const prorations = ["days", "none"] as const;
export type Proration = (typeof prorations)[number];

/** The due day that means each month's last day. */
export const lastDueDay = 31;

/** Days before its due day that rent is charged. */
export const chargedAheadDays = 15;

/** The term of a lease. `endsOn` is its last day, or null if open-ended. */
export interface Term {
  startsOn: Day;
  endsOn: Day | null;
  proration: Proration;
}

/** The price of a period. `dueDay` is 1 to 28, or 31 for the month's last day. */
export interface RentTerms {
  rentCents: number;
  dueDay: number;
  graceDays: number;
}

/** The rent of one period. */
export interface PeriodCharge {
  /** The first day of the month. */
  period: Day;
  cents: number;
  dueOn: Day;
  /** The first day that can bear a late fee, after the due day and the grace period. */
  feeFromOn: Day;
  /** The calculation of a partial rent; null for the whole rent. */
  formula: string | null;
}

/**
 * Returns the version of the terms for a period: the last one that begins at or before it. Expects versions in the order they were made.
 */
export function termsFor<Version extends { fromPeriod: Day }>(versions: readonly Version[], period: Day): Version {
  let found: Version | undefined;
  for (const version of versions) {
    if (version.fromPeriod <= period && (found === undefined || version.fromPeriod >= found.fromPeriod)) found = version;
  }
  if (found === undefined) throw new RangeError(`No terms hold for ${period}`);
  return found;
}

/**
 * Returns the versions that apply to any month, in order of their months, each with the start of the next. Expects versions in the order
 * they were made.
 */
export function termsSpans<Version extends { fromPeriod: Day }>(versions: readonly Version[]): { version: Version; until: Day | null }[] {
  const versionByPeriod = new Map(versions.map((version) => [version.fromPeriod, version]));
  const inOrder = [...versionByPeriod.values()].toSorted((left, right) => (left.fromPeriod < right.fromPeriod ? -1 : 1));
  return inOrder.map((version, place) => ({ version, until: inOrder[place + 1]?.fromPeriod ?? null }));
}

/** Calculates the rent of a month, or null if the lease covers no day of it. In integer cents, rounded once, half up. */
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

/** The share of a month's rent for some of its days, rounded half up. */
export function prorate(cents: number, days: number, ofDays: number): number {
  return Math.floor((2 * cents * days + ofDays) / (2 * ofDays));
}

/** The due day within a month, or its last day if the month is shorter. */
export function dueDayIn(period: Day, dueDay: number): Day {
  return dayOf(Number(period.slice(0, 4)), Number(period.slice(5, 7)), dueDay);
}

/** The day on which rent is charged, 15 days before it is due. Null if the lease does not cover the month. */
export function chargeDay(term: Term, terms: RentTerms, period: Day): Day | null {
  const charge = chargePeriod(term, terms, period);
  return charge && dayAfter(charge.dueOn, -chargedAheadDays);
}

/** The start of the charge day in the lease's time zone. Null if the lease does not cover the month. */
export function chargeMoment(term: Term, terms: RentTerms, period: Day, timeZone: string): Date | null {
  const day = chargeDay(term, terms, period);
  return day === null ? null : startOfDay(day, timeZone);
}

/** The unused part of a month's rent in cents, with its calculation: the amount charged minus the month's actual rent. Null if none. */
export function unusedOf(chargedCents: number, used: PeriodCharge): { cents: number; formula: string } | null {
  const cents = chargedCents - used.cents;
  return cents <= 0 ? null : { cents, formula: `${formatUsd(chargedCents)} less ${used.formula ?? formatUsd(used.cents)}` };
}

/** Terms as they are stored. */
interface StoredTerms extends RentTerms {
  fromPeriod: Day;
  createdAt: Date;
}

/**
 * Returns the versions to store for new terms, so that an earlier due day makes nobody late. Months whose new due day has already passed
 * keep the old due day and grace days. `before` are all versions so far, in the order they were made.
 */
export function versionsFrom<Terms extends RentTerms>(
  terms: Terms,
  before: readonly StoredTerms[],
  from: Day,
  today: Day,
): (Terms & { fromPeriod: Day })[] {
  const replaced = termsFor(before, from);
  const added = splitByDueDay(terms, replaced, from, today);
  const rest = before.find((version) => isRestOf(version, replaced) && termsFor(before, version.fromPeriod) === version);
  if (rest === undefined || rest.fromPeriod <= from || added.some(({ fromPeriod }) => fromPeriod === rest.fromPeriod)) return added;
  return [...added, { ...termsFor(added, rest.fromPeriod), fromPeriod: rest.fromPeriod }];
}

function splitByDueDay<Terms extends RentTerms>(terms: Terms, before: RentTerms, from: Day, today: Day): (Terms & { fromPeriod: Day })[] {
  if (terms.dueDay >= before.dueDay || dueDayIn(from, terms.dueDay) >= today) return [{ ...terms, fromPeriod: from }];
  const { dueDay, graceDays } = before;
  const month = monthOf(today);
  const next = dueDayIn(month, terms.dueDay) >= today ? month : monthAfter(month, 1);
  return [
    { ...terms, dueDay, graceDays, fromPeriod: from },
    { ...terms, fromPeriod: next },
  ];
}

/** True for the later version of one change that kept the old due day for its first months. Nobody has chosen its month. */
function isRestOf(version: StoredTerms, first: StoredTerms): boolean {
  return (
    version.createdAt.getTime() === first.createdAt.getTime() && version.rentCents === first.rentCents && version.dueDay < first.dueDay
  );
}

/** The first month that a lease is charged for: its own first month, or a later one if it was moved here. */
export function firstPeriod(startsOn: Day, chargedFrom: Day | undefined): Day {
  return later(monthOf(startsOn), monthOf(chargedFrom ?? startsOn));
}

/** Lists consecutive months from `from` on while `isDue` holds, at most `most`. */
export function duePeriods(from: Day, isDue: (period: Day) => boolean, limit: number): Day[] {
  const periods: Day[] = [];
  for (let count = 0; count < limit; count++) {
    const period = monthAfter(from, count);
    if (!isDue(period)) break;
    periods.push(period);
  }
  return periods;
}

const monthWords = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });
const dayWords = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

/** Formats a month: `December 2026`. */
export function periodName(period: Day): string {
  return monthWords.format(new Date(`${period}T00:00:00Z`));
}

/** The ledger's name for a month's rent: `Rent for December 2026`. */
export function rentName(period: Day): string {
  return `Rent for ${periodName(period)}`;
}

/** Formats a day: `Dec 1, 2026`. */
export function dayName(day: Day): string {
  return dayWords.format(new Date(`${day}T00:00:00Z`));
}
