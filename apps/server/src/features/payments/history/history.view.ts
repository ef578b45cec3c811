import { wireAmount } from "@hearth/domain/money";
import type { PaymentFilter } from "@hearth/domain/payments/inputs";
import { z } from "zod";
import type { MonthTotals } from "../rows/listed-payments.repo.ts";

/** Counts of a filter's payments: by status, ignoring the status filter, and by month with the dollars paid. */
export const historyTotalsView = z.strictObject({
  count: z.strictObject({
    all: z.number().int(),
    pending: z.number().int(),
    completed: z.number().int(),
    failed: z.number().int(),
    cancelled: z.number().int(),
  }),
  /** Newest first; `month` as `2026-11`. Only completed payments count as paid. */
  months: z.array(z.strictObject({ month: z.string(), count: z.number().int(), paidCount: z.number().int(), paid: z.number() })),
});
export type HistoryTotals = z.infer<typeof historyTotalsView>;

/** Builds the view; the months are of one status or of all. */
export function viewHistoryTotals(totals: readonly MonthTotals[], status: PaymentFilter["status"]): HistoryTotals {
  const countOf = (rows: readonly MonthTotals[]) => rows.reduce((sum, { count }) => sum + count, 0);
  const withStatus = (monthStatus: MonthTotals["status"]) => countOf(totals.filter((row) => row.status === monthStatus));
  const listed = totals.filter((row) => status === "all" || row.status === status);
  const months = [...new Set(listed.map(({ month }) => month))].toSorted().toReversed();
  return {
    count: {
      all: countOf(totals),
      pending: withStatus("pending"),
      completed: withStatus("completed"),
      failed: withStatus("failed"),
      cancelled: withStatus("cancelled"),
    },
    months: months.map((month) => {
      const rows = listed.filter((row) => row.month === month);
      const completed = rows.filter((row) => row.status === "completed");
      const paid = completed.reduce((sum, { cents }) => sum + cents, 0);
      return { month, count: countOf(rows), paidCount: countOf(completed), paid: wireAmount(paid) };
    }),
  };
}
