import type { ChargeKind } from "./charge-kinds.ts";
import { countDays, type Day, dayAfter, dayIn, startOfDay } from "./calendar.ts";

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

/** Only rent can be late for a fee: a fee on a fee would grow by itself. */
export function bearsLateFee(kind: ChargeKind): boolean {
  return kind === "rent";
}

/**
 * The late fees of one charge of rent up to a day, each with the day that it is for. What counts is when money arrived, never when anybody looked: a
 * day's fee is asked for what was unpaid as the day began where the lease is.
 */
export function lateFeesOf(
  charge: { kind: ChargeKind; cents: number; feeFromOn: Day },
  paid: readonly RentPaid[],
  rule: LateFee,
  upTo: Day,
  timeZone: string,
): { on: Day; cents: number }[] {
  const fees: { on: Day; cents: number }[] = [];
  if (!bearsLateFee(charge.kind)) return fees;
  let asked = 0;
  for (let on = charge.feeFromOn; on <= upTo; on = dayAfter(on, 1)) {
    const start = startOfDay(on, timeZone);
    if (dayIn(start, timeZone) !== on) continue; // the zone left this day out
    const unpaid = charge.cents - paid.filter(({ at }) => at < start).reduce((sum, { cents }) => sum + cents, 0);
    if (unpaid <= 0) break;
    const cents = Math.min(feeOfDay(rule, unpaid), (rule.capCents ?? Infinity) - asked);
    if (cents <= 0) break;
    fees.push({ on, cents });
    asked += cents;
    if (rule.repeats === "once") break;
  }
  return fees;
}

/**
 * How many late fees `lateFeesOf` asks for up to a day, and what they come to, where nothing is ever paid. Takes the same time for one day as for
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
  if (days === 0 || ofDay <= 0) return { count: 0, cents: 0 };
  const cap = rule.capCents ?? Infinity;
  return { count: Math.min(days, Math.ceil(cap / ofDay)), cents: Math.min(days * ofDay, cap) };
}
