import { publicId } from "@hearth/domain/ids";
import { wireAmount } from "@hearth/domain/money";
import { z } from "zod";
import { closedView } from "./months.view.ts";
import type { RollFigures, RollRow, sumIncome } from "./rent-roll.repo.ts";

/** What stood before a period, what happened in it and what stands after it, in dollars: `before + charged - paid - credited = after`. */
const figures = {
  before: z.number(),
  charged: z.number(),
  paid: z.number(),
  credited: z.number(),
  after: z.number(),
  /** What tenants have paid of deposits, as it is today. */
  depositHeld: z.number(),
  /** What came for the period's days after they were closed, and is counted in a later month: above zero more is owed by it. In none of the other figures. */
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
  /** A month's rent at the period's end; null for a lease that begins later. */
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
  /** Of that, what was put to deposits. */
  deposits: z.number(),
  income: z.number(),
});

export function viewIncome({ property, month, receivedCents, depositCents }: Awaited<ReturnType<typeof sumIncome>>[number]) {
  const [received, deposits] = [wireAmount(receivedCents), wireAmount(depositCents)];
  return { property, month, received, deposits, income: wireAmount(receivedCents - depositCents) };
}

/** What a rent roll adds up to: for all, for each property, and what came in by month. */
export const rollSumsView = z.strictObject({
  leases: z.number().int(),
  /** When the month was closed and by whom; null for a month that is open and for a year. */
  closed: closedView,
  ...figures,
  properties: z.strictObject({ property: z.string(), leases: z.number().int(), ...figures }).array(),
  income: incomeView.array(),
});
