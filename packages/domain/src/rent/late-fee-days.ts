import { type Day, dayAfter, dayIn, later, startOfDay } from "./calendar.ts";
import { feeOfDay, type LateFee, leastOpenForFee, type RentPaid } from "./late-fee.ts";

/**
 * Why no late fee is asked for a day. No day after it is looked at for the first five: `paid`, `little` (less than $1.00 is open), `capped`, `waived` (the
 * landlord waived all further fees of the rent), `entered` (the rent was late when its lease was entered, without its fees). The others are about the day alone:
 * `stopped` (Hearth could not count payments), `refused` (the business could not be paid), `waiting` (money for the lease had arrived and was not counted yet),
 * `voided` (the landlord voided the fee of that day).
 */
export const notAskedReasons = ["paid", "little", "capped", "waived", "entered", "stopped", "refused", "waiting", "voided"] as const;
export type NotAskedReason = (typeof notAskedReasons)[number];

/** A time in which nobody could pay: Hearth did not count payments, or the business could not be paid. It has no end while it lasts. */
export interface PaymentStop {
  why: "stopped" | "refused";
  from: Date;
  to: Date | null;
}

/** What is known of a rent as its late fees are decided. */
export interface LateRent {
  cents: number;
  /** The first day on which it is late for a fee. */
  feeFromOn: Day;
  /** The day on which it was charged. Stops up to then say nothing about it. */
  madeOn: Day;
  /** Why no fee is asked any more, where the landlord has said so. */
  ended: "waived" | "entered" | null;
  rule: LateFee;
  /** What arrived for it and was not taken back. Money that was freely refunded counts as paid. */
  paid: readonly RentPaid[];
  /** The fees asked from the first day to decide on, by their day, and whether each was voided since. */
  asked: ReadonlyMap<Day, { isVoided: boolean }>;
  /** All that was asked for it and not voided, whatever the day. */
  askedCents: number;
  stops: readonly PaymentStop[];
  /** When the oldest money arrived that is bound to the lease and not counted yet; null for none. */
  waitingSince: Date | null;
  timeZone: string;
}

/** What was decided for one day, with what was open as it began. */
export type FeeDay = { on: Day; openCents: number } & ({ cents: number } | { why: NotAskedReason });

/** Days decided, and the first day that is still to be decided; null where no later day can bear a fee. */
export interface FeeDays {
  days: FeeDay[];
  next: Day | null;
}

/** The days that one call decides at most, so that a long time in arrears is worked off in bounded pieces. */
export const feeDaysAtOnce = 31;

/**
 * Decides for each day whether rent bears a late fee, and says why not. A day's fee is for what was unpaid as the day began where the lease is, by the time
 * at which money arrived and not by when anybody looked. What was asked before is given and is never worked out again.
 */
export function decideFeeDays(rent: LateRent, from: Day, through: Day): FeeDays {
  const days: FeeDay[] = [];
  const first = later(from, rent.feeFromOn);
  let { askedCents } = rent;
  for (let on = first; on <= through && days.length < feeDaysAtOnce; on = dayAfter(on, 1)) {
    const asked = rent.asked.get(on);
    if ((asked && !asked.isVoided) || !isDayThere(on, rent.timeZone)) continue;
    if (rent.rule.repeats === "once" && askedCents > 0) return { days, next: null };
    const openCents = openAsDayBegins(rent, on);
    const end = whyOver(rent, openCents, askedCents);
    if (end !== null) return { days: [...days, { on, openCents, why: end }], next: null };
    const why = asked ? "voided" : whyNotOn(rent, on);
    if (why !== null) {
      days.push({ on, openCents, why });
      continue;
    }
    const cents = Math.min(feeOfDay(rent.rule, openCents), (rent.rule.capCents ?? Infinity) - askedCents);
    if (cents <= 0) return { days: [...days, { on, openCents, why: "little" }], next: null };
    days.push({ on, openCents, cents });
    askedCents += cents;
    if (rent.rule.repeats === "once") return { days, next: null };
  }
  const last = days.at(-1)?.on;
  return { days, next: days.length === feeDaysAtOnce && last !== undefined ? dayAfter(last, 1) : later(first, dayAfter(through, 1)) };
}

/** What of a rent was unpaid as a day began, in cents. */
export function openAsDayBegins({ cents, paid, timeZone }: Pick<LateRent, "cents" | "paid" | "timeZone">, on: Day): number {
  const start = startOfDay(on, timeZone);
  return cents - paid.filter(({ at }) => at < start).reduce((sum, line) => sum + line.cents, 0);
}

/** What a fee of one day would be, by what is known now of what was open as the day began, and at most what was asked. */
export function rightFee(rent: Pick<LateRent, "cents" | "paid" | "timeZone" | "rule">, { on, cents }: { on: Day; cents: number }): number {
  const openCents = openAsDayBegins(rent, on);
  return openCents < leastOpenForFee ? 0 : Math.min(cents, feeOfDay(rent.rule, openCents));
}

/** Whether a zone has a day: Samoa left December 30, 2011 out. */
function isDayThere(on: Day, timeZone: string): boolean {
  return dayIn(startOfDay(on, timeZone), timeZone) === on;
}

function whyOver({ ended, rule }: LateRent, openCents: number, askedCents: number): NotAskedReason | null {
  if (ended !== null) return ended;
  if (openCents <= 0) return "paid";
  if (openCents < leastOpenForFee) return "little";
  return rule.capCents !== null && askedCents >= rule.capCents ? "capped" : null;
}

function whyNotOn({ madeOn, stops, waitingSince, timeZone }: LateRent, on: Day): NotAskedReason | null {
  if (on <= madeOn) return null;
  if (waitingSince !== null && waitingSince < startOfDay(on, timeZone)) return "waiting";
  if (stops.length === 0) return null;
  // Who meant to pay on the day before, the last one in time, could not.
  const [start, end] = [startOfDay(dayAfter(on, -1), timeZone), startOfDay(dayAfter(on, 1), timeZone)];
  return stops.find((stop) => stop.from < end && (stop.to === null || stop.to > start))?.why ?? null;
}

/** Why rent bears no further late fee: the landlord waived them, or it was late as its lease was entered, without its fees. */
export function whyEnded({ feesWaivedAt, createdAt }: { feesWaivedAt: Date | null; createdAt: Date }): "waived" | "entered" | null {
  if (feesWaivedAt === null) return null;
  return feesWaivedAt.getTime() === createdAt.getTime() ? "entered" : "waived";
}
