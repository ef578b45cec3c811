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
  /** What tenants owe at the month's end; below zero what they have paid ahead. */
  after: z.number(),
};

/** When a month was closed and by whom; null while it is open. */
export const closedView = z.strictObject({ at: isoTime, by: z.string() }).nullable();

/** A merchant's month: its figures as they were closed, or as they are while it is open. */
export const monthView = z.strictObject({
  period: z.string(),
  closed: closedView,
  /** Whether it can be closed: it is over, and the month before it is closed where any is. */
  canClose: z.boolean(),
  /** Whether it is the newest that is closed. */
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
