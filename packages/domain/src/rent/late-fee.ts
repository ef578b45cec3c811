import { countDays, type Day, dayAfter, daysBetween, later } from "./calendar.ts";

/** All of it, in hundredths of a per cent. */
export const whole = 10_000;

/** What a landlord asks for rent that is late. */
export interface LateFee {
  kind: "fixed" | "percent";
  /** Cents, or hundredths of a per cent of the rent that is unpaid. */
  amount: number;
  repeats: "once" | "daily";
  /** The most that is asked for one charge in all; null for no cap. */
  capCents: number | null;
}

/** Rent that came in, by the time of the block that brought it. */
export interface RentPaid {
  at: Date;
  cents: number;
}

/** What a rule asks for rent that is unpaid as one day begins, in cents, whatever it asked for before. */
export function feeOfDay({ kind, amount }: Pick<LateFee, "kind" | "amount">, unpaidCents: number): number {
  return kind === "fixed" ? amount : Math.floor((unpaidCents * amount + whole / 2) / whole);
}

/** Below this much of a rent nobody is asked for a late fee: $1.00. */
export const leastOpenForFee = 100;

/** The first day on which rent that was charged after its due day is late for a fee: its days of grace count from the day on which it was charged. */
export function feeFromOnOf({ dueOn, feeFromOn }: { dueOn: Day; feeFromOn: Day }, madeOn: Day): Day {
  return madeOn <= dueOn ? feeFromOn : later(feeFromOn, dayAfter(madeOn, daysBetween(dueOn, feeFromOn)));
}

/**
 * How many late fees of a rent there are up to a day, and what they come to, where nothing is ever paid. Takes the same time for one day as for
 * thirty years, so that a form can ask on every keystroke.
 */
export function sumLateFees(
  { cents, feeFromOn }: { cents: number; feeFromOn: Day },
  rule: LateFee,
  upTo: Day,
  timeZone: string,
): { count: number; cents: number } {
  const ofDay = feeOfDay(rule, cents);
  const days = rule.repeats === "once" ? Number(feeFromOn <= upTo) : countDays(feeFromOn, upTo, timeZone);
  if (days === 0 || ofDay <= 0 || cents < leastOpenForFee) return { count: 0, cents: 0 };
  const cap = rule.capCents ?? Infinity;
  return { count: Math.min(days, Math.ceil(cap / ofDay)), cents: Math.min(days * ofDay, cap) };
}
