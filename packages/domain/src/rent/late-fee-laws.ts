import { formatUsd, wireAmount } from "../money.ts";
import { feeOfDay, type LateFee, whole } from "./late-fee.ts";

/** A state's law on late fees for homes, with its source, as known on `lawsKnownOn`. */
export interface LateFeeLaw {
  /** The state's two-letter code. */
  code: string;
  name: string;
  /** Days after the due date during which unpaid rent bears no fee. */
  graceDays: number;
  /** Maximum fees for one month's rent. Null if they must only be reasonable. */
  cap: LateFeeCap | null;
  source: string;
}

interface LateFeeCap {
  /** Hundredths of a percent. */
  share: number;
  /** The base of the share: the whole month's rent, or its unpaid part. */
  base: "rent" | "unpaid";
  /** An alternative amount in cents, and which of the two is the maximum. */
  flat?: { cents: number; combine: "lesser" | "greater" };
}

/** The day on which the figures were collected. They are no legal advice, and a city may have stricter rules. */
export const lawsKnownOn = "2026-11-25";

/**
 * States whose statutes set figures. The figures come from published tables and summaries, which disagree in places; no statute was read at
 * its source. Other states require reasonable fees, or have rules that do not fit this shape (Iowa limits fees by the day).
 */
export const lateFeeLaws: readonly LateFeeLaw[] = [
  {
    code: "CO",
    name: "Colorado",
    graceDays: 7,
    cap: { share: 500, base: "unpaid", flat: { cents: 5_000, combine: "greater" } },
    source: "C.R.S. § 38-12-105",
  },
  { code: "CT", name: "Connecticut", graceDays: 9, cap: null, source: "Conn. Gen. Stat. § 47a-15a" },
  { code: "DE", name: "Delaware", graceDays: 5, cap: { share: 500, base: "rent" }, source: "25 Del. C. § 5501(d)" },
  { code: "HI", name: "Hawaii", graceDays: 0, cap: { share: 800, base: "unpaid" }, source: "HRS § 521-21(f)" },
  { code: "ME", name: "Maine", graceDays: 15, cap: { share: 400, base: "rent" }, source: "14 M.R.S. § 6028" },
  { code: "MD", name: "Maryland", graceDays: 0, cap: { share: 500, base: "rent" }, source: "Md. Code, Real Prop. § 8-208(d)(3)" },
  { code: "MA", name: "Massachusetts", graceDays: 30, cap: null, source: "M.G.L. c. 186 § 15B(1)(c)" },
  { code: "MN", name: "Minnesota", graceDays: 0, cap: { share: 800, base: "unpaid" }, source: "Minn. Stat. § 504B.177" },
  { code: "NV", name: "Nevada", graceDays: 3, cap: { share: 500, base: "rent" }, source: "NRS 118A.210(4)" },
  { code: "NM", name: "New Mexico", graceDays: 0, cap: { share: 1_000, base: "rent" }, source: "NMSA § 47-8-15(D)" },
  {
    code: "NY",
    name: "New York",
    graceDays: 5,
    cap: { share: 500, base: "rent", flat: { cents: 5_000, combine: "lesser" } },
    source: "N.Y. Real Prop. Law § 238-a",
  },
  {
    code: "NC",
    name: "North Carolina",
    graceDays: 5,
    cap: { share: 500, base: "rent", flat: { cents: 1_500, combine: "greater" } },
    source: "N.C.G.S. § 42-46(a)",
  },
  { code: "OR", name: "Oregon", graceDays: 4, cap: null, source: "ORS 90.260" },
  { code: "TN", name: "Tennessee", graceDays: 5, cap: { share: 1_000, base: "unpaid" }, source: "T.C.A. § 66-28-201(d)" },
  { code: "TX", name: "Texas", graceDays: 2, cap: null, source: "Tex. Prop. Code § 92.019" },
  { code: "VA", name: "Virginia", graceDays: 0, cap: { share: 1_000, base: "unpaid" }, source: "Va. Code § 55.1-1204(E)" },
  { code: "WA", name: "Washington", graceDays: 5, cap: null, source: "RCW 59.18.170" },
];

/**
 * Returns the law of the state at the end of an address: `Albany, NY 12207` or `Albany, New York`, with or without a country. Null if it
 * names no state, or a state without figures.
 */
export function lateFeeLawAt(address: string): LateFeeLaw | null {
  const [last = "", before = ""] = address
    .split(",")
    .map((part) =>
      part
        .replace(/\s+\d{5}(-\d{4})?\s*$/, "")
        .trim()
        .toUpperCase(),
    )
    .filter((part) => part !== "" && !/^\d{5}(-\d{4})?$/.test(part))
    .toReversed();
  const state = /^(UNITED STATES( OF AMERICA)?|USA?|U\.S\.(A\.)?)$/.test(last) ? before : last;
  // An address without a comma is only a street.
  if (!address.includes(",")) return null;
  return lateFeeLaws.find(({ code, name }) => state === code || state === name.toUpperCase()) ?? null;
}

/** A landlord's terms for late rent, in cents and days. */
export interface LateFeeTerms {
  rentCents: number;
  graceDays: number;
  fee: LateFee;
}

/**
 * Returns the field and message for terms that exceed a law, or null if they comply. Terms must comply for any unpaid part of the rent and
 * any duration. One cent of rounding is tolerated.
 */
export function beyondLateFeeLaw(
  { rentCents, graceDays, fee }: LateFeeTerms,
  { name, graceDays: least, cap, source }: LateFeeLaw,
): { field: "graceDays" | "lateFeeAmount" | "lateFeeCap"; message: string } | null {
  if (graceDays < least) return { field: "graceDays", message: `${name} requires a grace period of ${least} days (${source})` };
  if (cap === null) return null;
  const isWithin = sumsToTry(rentCents, fee, cap).every((unpaid) => maxFee(fee, unpaid) <= maxAllowed(cap, unpaid, rentCents) + 1);
  if (isWithin) return null;
  const isEndless = fee.repeats === "daily" && fee.capCents === null;
  return { field: isEndless ? "lateFeeCap" : "lateFeeAmount", message: `${name} allows at most ${capWords(cap)} (${source})` };
}

/** Describes a law in one sentence for the person who sets a fee. */
export function lawWords({ name, graceDays, cap, source }: LateFeeLaw): string {
  const graceTexts = graceDays > 0 ? [`only after a grace period of ${graceDays} days`] : [];
  const limitTexts = cap === null ? ["no more than is reasonable"] : [`at most ${capWords(cap)}`];
  return `Late fees in ${name}: ${[...graceTexts, ...limitTexts].join(", and ")} (${source}).`;
}

function capWords({ share, base, flat }: LateFeeCap): string {
  const shareText = `${wireAmount(share)}% of the ${base === "rent" ? "month's" : "unpaid"} rent`;
  if (flat === undefined) return shareText;
  return `the ${flat.combine} of ${formatUsd(flat.cents)} and ${shareText}`;
}

/** Unpaid amounts to compare. Between these the fee and its limit are both linear, so no other amount can be worse. */
function sumsToTry(rentCents: number, { kind, amount, capCents }: LateFee, { share, flat }: LateFeeCap): number[] {
  const capReachedAt = kind === "percent" && capCents !== null ? [(capCents / amount) * whole] : [];
  const flatReachedAt = flat === undefined ? [] : [(flat.cents / share) * whole];
  return [1, rentCents, ...[...capReachedAt, ...flatReachedAt].map(Math.floor).filter((cents) => cents >= 1 && cents <= rentCents)];
}

function maxFee(fee: LateFee, unpaid: number): number {
  return Math.min(fee.repeats === "daily" ? Infinity : feeOfDay(fee, unpaid), fee.capCents ?? Infinity);
}

function maxAllowed({ share, base, flat }: LateFeeCap, unpaid: number, rent: number): number {
  const cents = feeOfDay({ kind: "percent", amount: share }, base === "rent" ? rent : unpaid);
  if (flat === undefined) return cents;
  return flat.combine === "greater" ? Math.max(cents, flat.cents) : Math.min(cents, flat.cents);
}
