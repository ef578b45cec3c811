import { publicId } from "@hearth/domain/ids";
import { wireAmount } from "@hearth/domain/money";
import { z } from "zod";
import { closedView } from "./months.view.ts";
import type { RollFigures, RollRow, sumIncome } from "./rent-roll.repo.ts";

/** The balance before a period, its movements and the balance after it, in dollars: `before + charged - paid - credited = after`. */
const figures = {
  before: z.number(),
  charged: z.number(),
  paid: z.number(),
  credited: z.number(),
  after: z.number(),
  /** The part of deposits that tenants have paid, as of today. */
  depositHeld: z.number(),
  /** Net amount of lines for the period that came after its close and count in a later month, positive where more is owed. No other figure includes it. */
  cameLater: z.number(),
};

export function viewFigures(row: RollFigures) {
  return {
    before: wireAmount(row.openingCents),
    charged: wireAmount(row.chargedCents),
    paid: wireAmount(row.paidCents),
    credited: wireAmount(row.creditedCents),
    after: wireAmount(row.closingCents),
    depositHeld: wireAmount(row.depositCents),
    cameLater: wireAmount(row.laterCents),
  };
}

/** A lease as a line of a rent roll. */
export const rollLineView = z.strictObject({
  _id: z.string(),
  property: z.string(),
  unit: z.string(),
  tenants: z.string().array(),
  startsOn: z.string(),
  endsOn: z.string().nullable(),
  /** The monthly rent at the period's end. Null for a lease that begins later. */
  rent: z.number().nullable(),
  ...figures,
});
export const rollPageView = z.strictObject({ items: rollLineView.array(), nextCursor: z.string().nullable() });

export function viewRollLine(row: RollRow): z.infer<typeof rollLineView> {
  const { id, property, unit, tenants, startsOn, endsOn, rentCents } = row;
  const rent = rentCents === null ? null : wireAmount(rentCents);
  return { _id: publicId("lease", id), property, unit, tenants, startsOn, endsOn, rent, ...viewFigures(row) };
}

const incomeView = z.strictObject({
  property: z.string(),
  month: z.string(),
  received: z.number(),
  /** The part of `received` that was allocated to deposits. */
  deposits: z.number(),
  income: z.number(),
});

export function viewIncome({ property, month, receivedCents, depositCents }: Awaited<ReturnType<typeof sumIncome>>[number]) {
  const [received, deposits] = [wireAmount(receivedCents), wireAmount(depositCents)];
  return { property, month, received, deposits, income: wireAmount(receivedCents - depositCents) };
}

/** Totals of a rent roll: overall, for each property, and money received by month. */
export const rollSumsView = z.strictObject({
  leases: z.number().int(),
  /** When the month was closed and by whom. Null for an open month and for a year. */
  closed: closedView,
  ...figures,
  properties: z.strictObject({ property: z.string(), leases: z.number().int(), ...figures }).array(),
  income: incomeView.array(),
});
