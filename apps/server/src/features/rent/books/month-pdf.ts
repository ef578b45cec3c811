import type { PropertyMonth } from "@hearth/db/schema/month-closes";
import { formatUsd } from "@hearth/domain/money";
import { dayName } from "@hearth/domain/rent/periods";
import { colors, drawPdf, page, write } from "../../../pdf/pdf.ts";
import { drawTable, roomBelow } from "../../../pdf/table.ts";
import type { MonthFigures } from "./months.view.ts";

interface PaperMonth {
  merchant: string;
  /** The month in words. */
  period: string;
  /** The day on which it was closed, or null while its figures may change. */
  closedOn: string | null;
  rows: readonly PropertyMonth[];
  total: MonthFigures;
}

const columns = [
  { head: "Property", width: 108 },
  { head: "Balance forward", width: 60, isAmount: true },
  { head: "Charged", width: 60, isAmount: true },
  { head: "Paid", width: 60, isAmount: true },
  { head: "Credited", width: 58, isAmount: true },
  { head: "Written off", width: 58, isAmount: true },
  { head: "Ending balance", width: 64, isAmount: true },
];

/** Draws a month's figures by property as a PDF. */
export async function drawMonth({ merchant, period, closedOn, rows, total }: PaperMonth): Promise<Buffer> {
  return drawPdf(`Month close, ${merchant}, ${period}`, (pdf) => {
    write(pdf, "Hearth", { face: "slab", size: 15, y: page.top });
    const belowTitle = write(pdf, `${period}, month close`, { face: "slab", size: 19, y: page.top + 34 });
    const belowHead = write(pdf, merchant, { color: colors.muted, y: belowTitle + 2 });
    const cells = (row: MonthFigures) =>
      [row.beforeCents, row.chargedCents, row.paidCents, row.creditedCents, row.writtenOffCents, row.afterCents].map(formatUsd);
    const lines = rows.map((row) => ({ cells: [row.property, ...cells(row)] }));
    const below = drawTable(pdf, columns, [...lines, { cells: ["Total", ...cells(total)], isTotal: true }], belowHead + 18);
    const state = closedOn === null ? "This month is open: its figures may still change." : `Closed on ${dayName(closedOn)}.`;
    write(pdf, `Amounts are in USDC. ${state}`, { size: 8.5, color: colors.muted, y: roomBelow(pdf, below + 12, 24) });
  });
}
