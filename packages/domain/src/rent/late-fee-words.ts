import { centsToDecimal, formatUsd } from "../money.ts";
import type { Day } from "./calendar.ts";
import { feeOfDay, type LateFee } from "./late-fee.ts";
import type { NoFeeReason } from "./late-fee-days.ts";
import { dayName } from "./periods.ts";

/** Explains to tenant and landlord why a late fee was charged and how it was calculated. Stored with the fee. */
export function lateFeeFormula(rule: LateFee, { on, openCents, cents }: { on: Day; openCents: number; cents: number }): string {
  const open = `${formatUsd(openCents)} of the rent was open as ${dayName(on)} began`;
  const share = rule.kind === "percent" ? `, of which the fee is ${centsToDecimal(rule.amount)}%` : "";
  const isCut = rule.capCents !== null && cents < feeOfDay(rule, openCents);
  return `${open}${share}${isCut ? `. All fees of this rent come to ${formatUsd(rule.capCents ?? 0)} at most` : ""}`;
}

/** Consecutive days of a rent without a late fee, for one reason. */
export interface DaysWithoutFee {
  from: Day;
  through: Day;
  why: NoFeeReason;
  /** The amount open at the start of the first day. */
  openCents: number;
}

/** Explains to tenant and landlord why some days of a rent had no late fee. */
export function noFeeExplanation({ from, through, why, openCents }: DaysWithoutFee): string {
  const days = from === through ? dayName(from) : `${dayName(from)} to ${dayName(through)}`;
  const texts: Record<NoFeeReason, string> = {
    paid: `No late fee from ${dayName(from)} on: the rent was paid before.`,
    little: `No late fee from ${dayName(from)} on: only ${formatUsd(openCents)} was open.`,
    capped: `No late fee from ${dayName(from)} on: the most for this rent is reached.`,
    waived: `No late fee from ${dayName(from)} on: the landlord waived further ones.`,
    entered: "No late fee: the rent was late before the lease was entered here.",
    stopped: `No late fee for ${days}: Hearth could not count payments.`,
    refused: `No late fee for ${days}: the landlord could not be paid here.`,
    suspended: `No late fee for ${days}: Hearth had suspended the account that pays this rent.`,
    waiting: `No late fee for ${days}: money had arrived that was not counted yet.`,
    voided: `No other late fee for ${days}: the one for that day was voided.`,
  };
  return texts[why];
}
