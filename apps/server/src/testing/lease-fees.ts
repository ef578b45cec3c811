import type { Random } from "@hearth/db/testing/random";
import { type Day, dayAfter, daysBetween, later, startOfDay } from "@hearth/domain/rent/calendar";
import { type LeaseModel, type ModelCharge, type PaperFeeRule, sum } from "./lease-model.ts";
import { Broken, type Ruling } from "./lease-rulings.ts";

/** A period in which money was refused or could not be counted, or in which a payer was suspended. */
export interface Stop {
  why: "stopped" | "refused" | "suspended";
  from: number;
  to: number | null;
}

/** The known facts when late fees are decided. */
export interface FeeView {
  stops: readonly Stop[];
  /** When the oldest money for the lease arrived that is not counted yet. */
  waitingSince: number | null;
  /** True while money of the lease is not allocated yet. */
  isIdle: boolean;
}

/** A fee is charged only for this many open cents or more. */
const leastOpen = 100;

/** The verdict about a day: a fee must, may, or by this ruling must not be charged. */
type Verdict = "must" | "may" | Ruling;

/**
 * Compares the late fees of a rent, up to a day, with ruling R60 for each day. Judges each day once, with what was known then. Judges all days again when the
 * rent's payment is reversed. @throws Broken
 */
export function checkFees(model: LeaseModel, rent: ModelCharge, through: Day, asked: ReadonlyMap<Day, number>, view: FeeView): void {
  const rule = rent.period === null ? null : model.termsOf(rent.period).fee;
  const what = (on: Day) =>
    `${model.name}, rent ${rent.period} due ${rent.dueOn} (${rent.cents}), day ${on}, ${openIn(model, rent, on)} open, ${JSON.stringify(rule)}, asked ${asked.get(on) ?? 0}`;
  const feesOfRent = model.charges.filter((charge) => charge.rent === rent);
  const first = rent.judgedThrough === null ? rent.feeFromOn : dayAfter(rent.judgedThrough, 1);
  for (const on of asked.keys()) {
    if (rule === null || first === null || on < first || on > through)
      throw new Broken(rent.areFeesWaived ? "waived" : rent.isVoided ? "voided" : "early", what(on));
  }
  if (rule === null || first === null || first > through) return;
  let before = sum(feesOfRent.map(({ cents, isVoided }) => (isVoided ? 0 : cents)));
  let wasAsked = feesOfRent.length > 0;
  for (let on = later(first, rent.feeFromOn ?? first); on <= through; on = dayAfter(on, 1)) {
    const fee = asked.get(on);
    const there = feesOfRent.find(({ dueOn }) => dueOn === on);
    const verdict = there ? (there.isVoided && !rent.isUnsure ? "waived" : "may") : judge(model, rent, on, view);
    if (fee !== undefined && verdict !== "must" && verdict !== "may") throw new Broken(verdict, what(on));
    if (rule.repeats === "once" && wasAsked) {
      if (fee !== undefined && !rent.wasTakenBack) throw new Broken("once", what(on));
      continue;
    }
    if (rule.capCents !== null && before >= rule.capCents) rent.wasFull = true;
    if (fee === undefined) {
      if (verdict === "must" && !rent.wasFull) throw new Broken(rent.wasTakenBack ? "again" : "asked", what(on));
      continue;
    }
    const right = Math.min(feeOf(rule, openIn(model, rent, on)), (rule.capCents ?? Infinity) - before);
    if (rule.capCents !== null && before + fee > rule.capCents)
      throw new Broken("cap", `${what(on)}, ${before} before, cap ${rule.capCents}`);
    if (!rent.isUnsure && !model.isLoose && fee !== right) throw new Broken("amount", `${what(on)}, right would be ${right}`);
    before += fee;
    wasAsked = true;
  }
  rent.judgedThrough = through;
}

function judge(model: LeaseModel, rent: ModelCharge, on: Day, view: FeeView): Verdict {
  const { timeZone } = model.term;
  if (rent.isVoided) return "voided";
  if (rent.areFeesWaived) return "waived";
  const momentOf = (days: number) => startOfDay(dayAfter(on, days), timeZone).getTime();
  const [dayBefore, start, end] = [momentOf(-1), momentOf(0), momentOf(1)];
  const meets = (stop: Stop, from: number) => stop.from < end && (stop.to ?? Infinity) > from;
  const stop = view.stops.find((each) => meets(each, start));
  if (stop) return stop.why;
  if (view.waitingSince !== null && view.waitingSince < start) return "waiting";
  if (rent.isUnsure || model.isLoose) return "may";
  if (rent.madeOn > rent.dueOn) {
    if (on <= rent.madeOn) return "made";
    // The rulings do not decide the grace days after a late charge.
    if (on <= dayAfter(rent.madeOn, daysBetween(rent.dueOn, rent.feeFromOn ?? rent.dueOn))) return "may";
  }
  const open = openIn(model, rent, on);
  if (open <= 0) {
    if (open + model.refundedOf(rent) > 0) return "refunded";
    return view.isIdle ? "idle" : "paid";
  }
  if (open < leastOpen) return "little";
  // A tenant who meant to pay on the day before, the last one in time, could not.
  return view.stops.some((each) => meets(each, dayBefore)) ? "may" : "must";
}

/** The times in which all of several payers were suspended. */
export function sharedStops([first = [], ...others]: readonly (readonly Stop[])[]): readonly Stop[] {
  const rest = others.length > 0 ? others : [first];
  return rest.reduce<readonly Stop[]>((shared, stops) => shared.flatMap((one) => stops.flatMap((other) => overlap(one, other))), first);
}

function overlap(one: Stop, other: Stop): Stop[] {
  const [from, to] = [Math.max(one.from, other.from), Math.min(one.to ?? Infinity, other.to ?? Infinity)];
  return from < to ? [{ ...one, from, to: Number.isFinite(to) ? to : null }] : [];
}

/** Draws a rule for late fees, or none. */
export function makeFeeRule(random: Random): PaperFeeRule | null {
  if (random.chance(0.1)) return null;
  const kind = random.chance(0.4) ? ("fixed" as const) : ("percent" as const);
  const amount = kind === "fixed" ? random.between(5, 50) * 100 : random.between(1, 10) * 100;
  const capCents = random.chance(0.6) ? random.between(10, 100) * 100 : null;
  return { kind, amount, repeats: random.chance(0.4) ? "once" : "daily", capCents };
}

const openIn = (model: LeaseModel, rent: ModelCharge, on: Day) => model.openAsDayBegins(rent, on);

/** The fee of one day, without the cap. */
export function feeOf({ kind, amount }: Pick<PaperFeeRule, "kind" | "amount">, openCents: number): number {
  return kind === "fixed" ? amount : Math.floor((openCents * amount + 5_000) / 10_000);
}

/**
 * The late fees that money noted for an earlier day makes needless: less than $1.00 of the rent was open when their day began. Also the
 * cents by which that money makes other fees too high.
 */
export function wrongFees(model: LeaseModel): { needless: ModelCharge[]; excessCents: number } {
  const needless: ModelCharge[] = [];
  let excessCents = 0;
  for (const fee of model.charges.filter(({ kind, isVoided }) => kind === "lateFee" && !isVoided)) {
    const { rent } = fee;
    const rule = rent?.period ? model.termsOf(rent.period).fee : null;
    if (rent === null || rule === null) continue;
    const open = openIn(model, rent, fee.dueOn);
    if (open < leastOpen) needless.push(fee);
    else excessCents += Math.max(0, fee.cents - feeOf(rule, open));
  }
  return { needless, excessCents };
}
