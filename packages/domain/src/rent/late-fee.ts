import { countDays, type Day, dayAfter, daysBetween, later } from "./calendar.ts";

/** 100 percent, in hundredths of a percent. */
export const whole = 10_000;

/** A landlord's rule for late fees. */
export interface LateFee {
  kind: "fixed" | "percent";
  /** Cents, or hundredths of a percent of the unpaid rent. */
  amount: number;
  repeats: "once" | "daily";
  /** Maximum fees for one charge; null for no limit. */
  capCents: number | null;
}

/** A payment of rent. `at` is the block's time. */
export interface RentPaid {
  at: Date;
  cents: number;
}

/** The fee in cents for rent that is unpaid at the start of a day, ignoring earlier fees. */
export function feeOfDay({ kind, amount }: Pick<LateFee, "kind" | "amount">, unpaidCents: number): number {
  return kind === "fixed" ? amount : Math.floor((unpaidCents * amount + whole / 2) / whole);
}

/** Rent below this open amount bears no late fee: $1.00. */
export const minOpenCentsForFee = 100;

/**
 * The first day that can bear a late fee, for rent that may have been charged after its due day. The grace period then starts on the day of
 * the charge.
 */
export function feeFromOnOf({ dueOn, feeFromOn }: { dueOn: Day; feeFromOn: Day }, madeOn: Day): Day {
  return madeOn <= dueOn ? feeFromOn : later(feeFromOn, dayAfter(madeOn, daysBetween(dueOn, feeFromOn)));
}

/**
 * Counts and sums the late fees of a rent up to a day, if nothing is ever paid. Takes constant time, so that a form can call it on every
 * keystroke.
 */
export function sumLateFees(
  { cents, feeFromOn }: { cents: number; feeFromOn: Day },
  rule: LateFee,
  upTo: Day,
  timeZone: string,
): { count: number; cents: number } {
  const ofDay = feeOfDay(rule, cents);
  const days = rule.repeats === "once" ? Number(feeFromOn <= upTo) : countDays(feeFromOn, upTo, timeZone);
  if (days === 0 || ofDay <= 0 || cents < minOpenCentsForFee) return { count: 0, cents: 0 };
  const cap = rule.capCents ?? Infinity;
  return { count: Math.min(days, Math.ceil(cap / ofDay)), cents: Math.min(days * ofDay, cap) };
}
