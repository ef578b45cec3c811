import type { DatabaseOrTransaction } from "@hearth/db/client";
import type { FigureKind } from "@hearth/db/schema/figures";
import type { OpenRange } from "@hearth/domain/date-range";
import { coverRange } from "@hearth/domain/figures/cover-range";
import { usdcUnitsToWholeCents } from "@hearth/domain/money";
import { countPaymentsByMerchant, type FigureSum, foldChanges, sumFigures } from "./figures.repo.ts";

/** Changes folded per transaction. */
const foldedAtOnce = 5_000;

/** Money without a payment: it fits none, is short, or is a duplicate. A person decides about it. */
export const oddKinds = ["odd:unmatched", "odd:short", "odd:duplicate"] as const;

const nothing: FigureSum = { count: 0, cents: 0, units: 0n };

/** A range's figures by kind; zero when there are none. */
export type Figures = (kind: FigureKind) => FigureSum;

/**
 * Returns the figures of kinds in several ranges, for a merchant or in total (null), exact at this time. A kind not asked for is zero. One
 * statement; the work does not grow with the data. Three kinds in twelve months of any time zone read at most about 2,000 rows.
 */
export async function readFigures(
  db: DatabaseOrTransaction,
  merchantId: string | null,
  requests: readonly { range: OpenRange; kinds: readonly FigureKind[] }[],
): Promise<Figures[]> {
  const rows = await sumFigures(
    db,
    merchantId,
    requests.map(({ range, kinds }) => ({ cover: coverRange(range), kinds })),
  );
  const sums = new Map(rows.map(({ place, kind, ...sum }) => [`${place} ${kind}`, sum]));
  return requests.map((_, place) => (kind) => sums.get(`${place} ${kind}`) ?? nothing);
}

/** Does the same for one range. */
export async function readFiguresOf(
  db: DatabaseOrTransaction,
  merchantId: string | null,
  range: OpenRange,
  kinds: readonly FigureKind[],
): Promise<Figures> {
  const [figures] = await readFigures(db, merchantId, [{ range, kinds }]);
  return figures ?? (() => nothing);
}

/** Gross and refunded money of a range's payments according to the journal, in whole cents. */
export function moneyOf(figures: Figures): { grossCents: number; refundedCents: number } {
  return { grossCents: usdcUnitsToWholeCents(figures("completed").units), refundedCents: usdcUnitsToWholeCents(figures("refunded").units) };
}

/** Counts payments per merchant. */
export async function countPaymentsOf(db: DatabaseOrTransaction, merchantIds: string[]): Promise<Map<string, number>> {
  return merchantIds.length === 0 ? new Map() : countPaymentsByMerchant(db, merchantIds);
}

/** Folds changes, one transaction after another, until none is left or another process is folding. Returns their number. */
export async function foldFigures(db: DatabaseOrTransaction): Promise<number> {
  let all = 0;
  for (;;) {
    const folded = await foldChanges(db, foldedAtOnce);
    all += folded;
    if (folded < foldedAtOnce) return all;
  }
}
