import type { BusinessType } from "@hearth/domain/merchants/business-types";
import { wordingFor } from "@hearth/domain/merchants/party-words";
import { formatUsd } from "@hearth/domain/money";
import { dayName } from "@hearth/domain/rent/periods";
import { colors, drawPdf, page, write } from "../../../pdf/pdf.ts";
import { drawTable, roomBelow } from "../../../pdf/table.ts";
import type { RollFigures, RollRow } from "./rent-roll.repo.ts";

interface PaperRoll {
  merchant: string;
  businessType: BusinessType;
  /** The month or the year in words. */
  period: string;
  /** The day on which the month was closed. Null for an open month and for a year. */
  closedOn: string | null;
  rows: readonly RollRow[];
  total: RollFigures;
}

const columns = [
  { head: "Unit and tenants", width: 148 },
  { head: "Rent", width: 62, isAmount: true },
  { head: "Balance forward", width: 62, isAmount: true },
  { head: "Charged", width: 62, isAmount: true },
  { head: "Paid, credited", width: 66, isAmount: true },
  { head: "After", width: 68, isAmount: true },
];

/** Draws a rent roll as a PDF of as many pages as its leases take. */
export async function drawRentRoll({ merchant, businessType, period, closedOn, rows, total }: PaperRoll): Promise<Buffer> {
  return drawPdf(`Rent roll, ${merchant}, ${period}`, (pdf) => {
    write(pdf, "Hearth", { face: "slab", size: 15, y: page.top });
    const belowTitle = write(pdf, `Rent roll for ${period}`, { face: "slab", size: 19, y: page.top + 34 });
    const belowHead = write(pdf, merchant, { color: colors.muted, y: belowTitle + 2 });
    const cells = (row: RollFigures) =>
      [row.openingCents, row.chargedCents, row.paidCents + row.creditedCents, row.closingCents].map(formatUsd);
    const heads = columns.map((column) => ({ ...column, head: wordingFor(businessType)(column.head) }));
    const lines = rows.map((row) => ({
      cells: [
        [`${row.property} ${row.unit}`, row.tenants.join(", "), ...cameLater(row)].join("\n"),
        row.rentCents === null ? "" : formatUsd(row.rentCents),
        ...cells(row),
      ],
    }));
    const below = drawTable(pdf, heads, [...lines, { cells: ["Total", "", ...cells(total)], isTotal: true }], belowHead + 18);
    const sentences = [
      `Amounts are in USDC. Deposits held today: ${formatUsd(total.depositCents)}.`,
      ...(closedOn === null ? [] : [`Closed on ${dayName(closedOn)}.`]),
      ...cameLater(total).map((came) => `${came}, counted in a later month and in none of these figures.`),
    ];
    write(pdf, sentences.join(" "), { size: 8.5, color: colors.muted, y: roomBelow(pdf, below + 12, 24) });
  });
}

/** The late lines' total as a note, or nothing where it is zero. */
function cameLater({ laterCents }: RollFigures): string[] {
  return laterCents === 0 ? [] : [`Added after the close: ${formatUsd(laterCents)}`];
}
