import type { DatabaseOrTransaction } from "@hearth/db/client";
import type { FigureKind } from "@hearth/db/schema/figures";
import type { OpenRange } from "@hearth/domain/date-range";
import { coverRange } from "@hearth/domain/figures/cover-range";
import { usdcUnitsToWholeCents } from "@hearth/domain/money";
import { countPaymentsByMerchant, type FigureSum, foldChanges, sumFigures } from "./figures.repo.ts";

/** So many changes are folded in one transaction. */
const foldedAtOnce = 5_000;

/** Money that no payment has: it fits none, was less than asked, or came for one that was paid already. Somebody decides what it is. */
export const oddKinds = ["odd:unmatched", "odd:short", "odd:duplicate"] as const;

const nothing: FigureSum = { count: 0, cents: 0, units: 0n };

/** The figures of a range, by kind; what there is none of is 0. */
export type Figures = (kind: FigureKind) => FigureSum;

/**
 * The figures of some kinds in each of several ranges, of a merchant or of everybody (null), exact at this moment; a kind that was not asked of a range is 0
 * there. One statement, whose work does not grow with how much is counted: three kinds in twelve months of any time zone are some 2,000 rows at most.
 */
export async function readFigures(
  db: DatabaseOrTransaction,
  merchantId: string | null,
  asked: readonly { range: OpenRange; kinds: readonly FigureKind[] }[],
): Promise<Figures[]> {
  const rows = await sumFigures(
    db,
    merchantId,
    asked.map(({ range, kinds }) => ({ cover: coverRange(range), kinds })),
  );
  const sums = new Map(rows.map(({ place, kind, ...sum }) => [`${place} ${kind}`, sum]));
  return asked.map((_, place) => (kind) => sums.get(`${place} ${kind}`) ?? nothing);
}

/** The figures of some kinds in one range, as `readFigures`. */
export async function readFiguresOf(
  db: DatabaseOrTransaction,
  merchantId: string | null,
  range: OpenRange,
  kinds: readonly FigureKind[],
): Promise<Figures> {
  const [figures] = await readFigures(db, merchantId, [{ range, kinds }]);
  return figures ?? (() => nothing);
}

/** What the journal says of the payments of a range, in whole cents. */
export function moneyOf(figures: Figures): { grossCents: number; refundedCents: number } {
  return { grossCents: usdcUnitsToWholeCents(figures("completed").units), refundedCents: usdcUnitsToWholeCents(figures("refunded").units) };
}

/** How many payments each of these merchants has, by merchant. */
export async function countPaymentsOf(db: DatabaseOrTransaction, merchantIds: string[]): Promise<Map<string, number>> {
  return merchantIds.length === 0 ? new Map() : countPaymentsByMerchant(db, merchantIds);
}

/** Folds what has changed, one transaction after another, until nothing is left or another process folds; answers how many changes. */
export async function foldFigures(db: DatabaseOrTransaction): Promise<number> {
  let all = 0;
  for (;;) {
    const folded = await foldChanges(db, foldedAtOnce);
    all += folded;
    if (folded < foldedAtOnce) return all;
  }
}
