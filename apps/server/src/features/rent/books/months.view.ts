import type { PropertyMonth } from "@hearth/db/schema/month-closes";
import { wireAmount } from "@hearth/domain/money";
import { z } from "zod";
import { isoTime } from "../../../trpc/wire.ts";
import type { MonthClose } from "./months.repo.ts";

/** In dollars, `before + charged - paid - credited - writtenOff = after`. */
const figures = {
  before: z.number(),
  charged: z.number(),
  paid: z.number(),
  credited: z.number(),
  writtenOff: z.number(),
  /** The amount that tenants owe at the month's end, negative where they have prepaid. */
  after: z.number(),
};

/** When the month was closed and by whom. Null while it is open. */
export const closedView = z.strictObject({ at: isoTime, by: z.string() }).nullable();

/** A merchant's month: its figures as they were closed, or as they are now while it is open. */
export const monthView = z.strictObject({
  period: z.string(),
  closed: closedView,
  /** True when the month is over and the one before it is closed, or no month is closed yet. */
  canClose: z.boolean(),
  /** True for the newest closed month. */
  canReopen: z.boolean(),
  ...figures,
  properties: z.strictObject({ property: z.string(), ...figures }).array(),
});

export function viewClosed(close: Pick<MonthClose, "closedAt" | "closedBy"> | null): z.infer<typeof closedView> {
  return close && { at: close.closedAt.toISOString(), by: close.closedBy };
}

export type MonthFigures = Omit<PropertyMonth, "propertyId" | "property">;

export function viewMonthFigures(row: MonthFigures) {
  return {
    before: wireAmount(row.beforeCents),
    charged: wireAmount(row.chargedCents),
    paid: wireAmount(row.paidCents),
    credited: wireAmount(row.creditedCents),
    writtenOff: wireAmount(row.writtenOffCents),
    after: wireAmount(row.afterCents),
  };
}
