import { type Day, dayAfter, daysBetween, later, startOfDay } from "@hearth/domain/rent/calendar";
import { type LeasePaper, type PaperCharge, type PaperFeeRule, sum } from "./lease-paper.ts";
import { Broken, type Ruling } from "./lease-rulings.ts";

/** A time in which money was refused or could not be counted. */
export interface Stop {
  why: "stopped" | "refused";
  from: number;
  to: number | null;
}

/** What is known as late fees are asked. */
export interface FeeView {
  stops: readonly Stop[];
  /** When the oldest money arrived that is bound to the lease and not counted. */
  waitingSince: number | null;
  /** Whether money of the lease was not put to charges yet. */
  isIdle: boolean;
}

/** Nobody is asked for a fee where less than this is open. */
const leastOpen = 100;

/** A day on which a fee must be asked, may be asked, or must not be asked by a ruling. */
type Verdict = "must" | "may" | Ruling;

/**
 * Compares the late fees that the product has asked for a rent, of the days up to one, with what R60 says of each day. Each day is judged once, with what was
 * known then; all days are judged again where what paid the rent is taken back.
 * @throws Broken
 */
export function checkFees(paper: LeasePaper, rent: PaperCharge, through: Day, asked: ReadonlyMap<Day, number>, view: FeeView): void {
  const rule = rent.period === null ? null : paper.termsOf(rent.period).fee;
  const what = (on: Day) =>
    `${paper.name}, rent ${rent.period} due ${rent.dueOn} (${rent.cents}), day ${on}, ${openIn(paper, rent, on)} open, ${JSON.stringify(rule)}, asked ${asked.get(on) ?? 0}`;
  const own = paper.charges.filter((charge) => charge.rent === rent);
  const first = rent.judgedThrough === null ? rent.feeFromOn : dayAfter(rent.judgedThrough, 1);
  for (const on of asked.keys()) {
    if (rule === null || first === null || on < first || on > through)
      throw new Broken(rent.areFeesWaived ? "waived" : rent.isVoided ? "voided" : "early", what(on));
  }
  if (rule === null || first === null || first > through) return;
  let before = sum(own.map(({ cents, isVoided }) => (isVoided ? 0 : cents)));
  let wasAsked = own.length > 0;
  for (let on = later(first, rent.feeFromOn ?? first); on <= through; on = dayAfter(on, 1)) {
    const fee = asked.get(on);
    const there = own.find(({ dueOn }) => dueOn === on);
    const verdict = there ? (there.isVoided && !rent.isUnsure ? "waived" : "may") : judge(paper, rent, on, view);
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
    const right = Math.min(feeOf(rule, openIn(paper, rent, on)), (rule.capCents ?? Infinity) - before);
    if (rule.capCents !== null && before + fee > rule.capCents)
      throw new Broken("cap", `${what(on)}, ${before} before, cap ${rule.capCents}`);
    if (!rent.isUnsure && !paper.isLoose && fee !== right) throw new Broken("amount", `${what(on)}, right would be ${right}`);
    before += fee;
    wasAsked = true;
  }
  rent.judgedThrough = through;
}

function judge(paper: LeasePaper, rent: PaperCharge, on: Day, view: FeeView): Verdict {
  const { timeZone } = paper.term;
  if (rent.isVoided) return "voided";
  if (rent.areFeesWaived) return "waived";
  const momentOf = (days: number) => startOfDay(dayAfter(on, days), timeZone).getTime();
  const [dayBefore, start, end] = [momentOf(-1), momentOf(0), momentOf(1)];
  const meets = (stop: Stop, from: number) => stop.from < end && (stop.to ?? Infinity) > from;
  const stop = view.stops.find((each) => meets(each, start));
  if (stop) return stop.why;
  if (view.waitingSince !== null && view.waitingSince < start) return "waiting";
  if (rent.isUnsure || paper.isLoose) return "may";
  if (rent.madeOn > rent.dueOn) {
    if (on <= rent.madeOn) return "made";
    // Days of grace after a rent was charged late are left open.
    if (on <= dayAfter(rent.madeOn, daysBetween(rent.dueOn, rent.feeFromOn ?? rent.dueOn))) return "may";
  }
  const open = openIn(paper, rent, on);
  if (open <= 0) {
    if (open + paper.refundedOf(rent) > 0) return "refunded";
    return view.isIdle ? "idle" : "paid";
  }
  if (open < leastOpen) return "little";
  // Who meant to pay on the day before, the last one in time, could not.
  return view.stops.some((each) => meets(each, dayBefore)) ? "may" : "must";
}

const openIn = (paper: LeasePaper, rent: PaperCharge, on: Day) => paper.openAsDayBegins(rent, on);

/** A fee of one day, whatever was asked before. */
export function feeOf({ kind, amount }: Pick<PaperFeeRule, "kind" | "amount">, openCents: number): number {
  return kind === "fixed" ? amount : Math.floor((openCents * amount + 5_000) / 10_000);
}

/**
 * The late fees that money noted for an earlier day makes wrong: those of rent of which less than $1.00 was open as their day began. Null where a fee becomes
 * smaller, which the rulings leave open.
 */
export function wrongFees(paper: LeasePaper): PaperCharge[] | null {
  const fees = paper.charges.filter(({ kind, isVoided }) => kind === "lateFee" && !isVoided);
  const rates = fees.map((fee) => {
    const { rent } = fee;
    const rule = rent?.period ? paper.termsOf(rent.period).fee : null;
    if (rent === null || rule === null) return "right";
    const open = openIn(paper, rent, fee.dueOn);
    if (open < leastOpen) return "wrong";
    return rule.kind === "percent" && feeOf(rule, open) < fee.cents ? "smaller" : "right";
  });
  return rates.includes("smaller") ? null : fees.filter((_, place) => rates[place] === "wrong");
}
