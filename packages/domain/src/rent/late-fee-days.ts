import { type Day, dayAfter, dayIn, later, startOfDay } from "./calendar.ts";
import { feeOfDay, type LateFee, minOpenCentsForFee, type RentPaid } from "./late-fee.ts";

/**
 * Reasons that a day has no late fee.
 *
 * The first five end the search, so no later day is checked. `paid`: nothing is open. `little`: less than $1.00 is open. `capped`: the fees
 * have reached their limit. `waived`: the landlord waived all further fees of the rent. `entered`: the rent was already late when its lease
 * was entered.
 *
 * The others concern that day alone. `stopped`: Hearth could not count payments. `refused`: the business could not be paid. `suspended`: the
 * accounts that rent under the lease were suspended. `waiting`: money for the lease had arrived and was not counted yet. `voided`: the
 * landlord voided that day's fee.
 */
export const noFeeReasons = [
  "paid",
  "little",
  "capped",
  "waived",
  "entered",
  "stopped",
  "refused",
  "suspended",
  "waiting",
  "voided",
] as const;
export type NoFeeReason = (typeof noFeeReasons)[number];

/** A period. `to` is null while it lasts. */
interface Period {
  from: Date;
  to: Date | null;
}

/**
 * A period in which nobody could pay: Hearth did not count payments, the business could not be paid, or every payer's account was suspended.
 */
export interface PaymentStop extends Period {
  why: "stopped" | "refused" | "suspended";
}

/** An account's time as a tenant of a lease, with the periods in which the account was suspended. */
export interface PayerStay extends Period {
  suspensions: readonly Period[];
}

/**
 * Returns the periods in which every account that rented under a lease was suspended, in order. An account that could sign in could have paid,
 * so one of them ends the period for all. Tenants without an account do not count.
 */
export function stopsOfPayers(payers: readonly PayerStay[]): PaymentStop[] {
  const times = payers.flatMap((payer) =>
    [payer, ...payer.suspensions].flatMap(({ from, to }) => [from.getTime(), to?.getTime() ?? Infinity]),
  );
  const moments = [...new Set(times)].filter(Number.isFinite).toSorted((one, other) => one - other);
  return moments.flatMap((moment, place) => {
    const present = payers.filter((payer) => covers(payer, moment));
    if (present.length === 0 || !present.every(({ suspensions }) => suspensions.some((period) => covers(period, moment)))) return [];
    const next = moments[place + 1];
    return { why: "suspended" as const, from: new Date(moment), to: next === undefined ? null : new Date(next) };
  });
}

const covers = ({ from, to }: Period, moment: number) => from.getTime() <= moment && (to === null || to.getTime() > moment);

/** The facts about a month's rent that decide its late fees. */
export interface LateRent {
  cents: number;
  /** The first day that can bear a late fee. */
  feeFromOn: Day;
  /** The day it was charged. Payment stops up to that day are ignored. */
  madeOn: Day;
  /** The landlord's reason for no further fees, if any. */
  ended: "waived" | "entered" | null;
  rule: LateFee;
  /** Money that arrived for the rent and was not taken back. Voluntarily refunded money still counts as paid. */
  paid: readonly RentPaid[];
  /** Fees already charged, by day, from the first day to decide on; `isVoided` marks the voided ones. */
  fees: ReadonlyMap<Day, { isVoided: boolean }>;
  /** Sum of all unvoided fees of this rent, on any day. */
  feeCents: number;
  stops: readonly PaymentStop[];
  /** When the oldest uncounted money bound to the lease arrived; null if there is none. */
  waitingSince: Date | null;
  timeZone: string;
}

/** The decision for one day, with the amount open at its start. */
export type FeeDay = { on: Day; openCents: number } & ({ cents: number } | { why: NoFeeReason });

/** Decided days and the next day to decide; null if no later day can bear a fee. */
export interface FeeDays {
  days: FeeDay[];
  next: Day | null;
}

/** Maximum days decided per call, so that long arrears are processed in bounded batches. */
export const maxFeeDaysPerCall = 31;

/**
 * Decides for each day if the rent bears a late fee, or why not. A fee depends on what was unpaid at the start of the day in the lease's
 * time zone. Payments count from their arrival, not from when Hearth noticed them. Fees already charged are kept and never recalculated.
 */
export function decideFeeDays(rent: LateRent, from: Day, through: Day): FeeDays {
  const days: FeeDay[] = [];
  const first = later(from, rent.feeFromOn);
  let { feeCents } = rent;
  for (let on = first; on <= through && days.length < maxFeeDaysPerCall; on = dayAfter(on, 1)) {
    const decidedFee = rent.fees.get(on);
    if ((decidedFee && !decidedFee.isVoided) || !isDayThere(on, rent.timeZone)) continue;
    if (rent.rule.repeats === "once" && feeCents > 0) return { days, next: null };
    const openCents = openAsDayBegins(rent, on);
    const end = whyOver(rent, openCents, feeCents);
    if (end !== null) return { days: [...days, { on, openCents, why: end }], next: null };
    const why = decidedFee ? "voided" : whyNotOn(rent, on);
    if (why !== null) {
      days.push({ on, openCents, why });
      continue;
    }
    const cents = Math.min(feeOfDay(rent.rule, openCents), (rent.rule.capCents ?? Infinity) - feeCents);
    if (cents <= 0) return { days: [...days, { on, openCents, why: "little" }], next: null };
    days.push({ on, openCents, cents });
    feeCents += cents;
    if (rent.rule.repeats === "once") return { days, next: null };
  }
  const last = days.at(-1)?.on;
  return { days, next: days.length === maxFeeDaysPerCall && last !== undefined ? dayAfter(last, 1) : later(first, dayAfter(through, 1)) };
}

/** The unpaid part of a rent at the start of a day, in cents. */
export function openAsDayBegins({ cents, paid, timeZone }: Pick<LateRent, "cents" | "paid" | "timeZone">, on: Day): number {
  const start = startOfDay(on, timeZone);
  return cents - paid.filter(({ at }) => at < start).reduce((sum, line) => sum + line.cents, 0);
}

/** Recalculates the fee of one day from the payments known now. Never more than the fee that was charged. */
export function recalculatedFee(
  rent: Pick<LateRent, "cents" | "paid" | "timeZone" | "rule">,
  { on, cents }: { on: Day; cents: number },
): number {
  const openCents = openAsDayBegins(rent, on);
  return openCents < minOpenCentsForFee ? 0 : Math.min(cents, feeOfDay(rent.rule, openCents));
}

/** True if the time zone has that day. Samoa, for example, skipped December 30, 2011. */
function isDayThere(on: Day, timeZone: string): boolean {
  return dayIn(startOfDay(on, timeZone), timeZone) === on;
}

function whyOver({ ended, rule }: LateRent, openCents: number, feeCents: number): NoFeeReason | null {
  if (ended !== null) return ended;
  if (openCents <= 0) return "paid";
  if (openCents < minOpenCentsForFee) return "little";
  return rule.capCents !== null && feeCents >= rule.capCents ? "capped" : null;
}

function whyNotOn({ madeOn, stops, waitingSince, timeZone }: LateRent, on: Day): NoFeeReason | null {
  if (on <= madeOn) return null;
  if (waitingSince !== null && waitingSince < startOfDay(on, timeZone)) return "waiting";
  if (stops.length === 0) return null;
  // A stop on the day before counts too: it was the last day to pay in time.
  const [start, end] = [startOfDay(dayAfter(on, -1), timeZone), startOfDay(dayAfter(on, 1), timeZone)];
  return stops.find((stop) => stop.from < end && (stop.to === null || stop.to > start))?.why ?? null;
}

/**
 * Returns why rent bears no further late fees: the landlord waived them, or the lease was entered without fees for rent that was already
 * late.
 */
export function feesEndedReason({ feesWaivedAt, createdAt }: { feesWaivedAt: Date | null; createdAt: Date }): "waived" | "entered" | null {
  if (feesWaivedAt === null) return null;
  return feesWaivedAt.getTime() === createdAt.getTime() ? "entered" : "waived";
}
