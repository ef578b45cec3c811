import { formatUsd } from "@hearth/domain/money";
import { recordProperty } from "@hearth/domain/records/record-in-pdf";
import { dayName } from "@hearth/domain/rent/periods";
import { colors, drawPdf, page, type Pdf, write } from "../../pdf/pdf.ts";
import { drawTable, roomBelow } from "../../pdf/table.ts";
import type { PaperRecord } from "./paper-record.ts";

const columns = [
  { head: "Due", width: 68 },
  { head: "Charge", width: 148 },
  { head: "Charged", width: 60, isAmount: true },
  { head: "Paid", width: 60, isAmount: true },
  { head: "", width: 12 },
  { head: "Paid in full", width: 68 },
  { head: "", width: 52 },
];

/** Draws a rent record as a PDF of as many pages as its charges take. The file carries the signed record. */
export async function drawRentRecord(record: PaperRecord): Promise<Buffer> {
  const { from, to, charges, signed } = record;
  const sum = (cents: (charge: PaperRecord["charges"][number]) => number) => charges.reduce((total, charge) => total + cents(charge), 0);
  const outsideCents = sum((charge) => charge.outsideCents);
  const draw = (pdf: Pdf) => {
    const rows = charges.map(({ dueOn, description, cents, paidCents, paidOn, standing }) => ({
      cells: [dayName(dueOn), description, formatUsd(cents), formatUsd(paidCents), "", paidOn === null ? "" : dayName(paidOn), standing],
    }));
    const total = ["Total", "", formatUsd(sum(({ cents }) => cents)), formatUsd(sum(({ paidCents }) => paidCents)), "", "", ""];
    const belowTable = drawTable(pdf, columns, [...rows, { cells: total, isTotal: true }], drawHead(pdf, record) + 18);
    const outside = outsideCents === 0 ? "" : ` The landlord reported ${formatUsd(outsideCents)} of it as received outside Hearth.`;
    const sentence = `Amounts are in USDC.${outside} This file carries Hearth’s signature. Anyone can check it at ${signed.checkedAt}`;
    write(pdf, sentence, { size: 8.5, color: colors.muted, y: roomBelow(pdf, belowTable + 12, 36) });
  };
  return drawPdf(`Rent record, ${dayName(from)} to ${dayName(to)}`, draw, { [recordProperty]: signed.property });
}

function drawHead(pdf: Pdf, { from, to, facts }: PaperRecord): number {
  write(pdf, "Hearth", { face: "slab", size: 15, y: page.top });
  const belowTitle = write(pdf, "Rent record", { face: "slab", size: 19, y: page.top + 34 });
  return [{ label: "Period", value: `${dayName(from)} to ${dayName(to)}` }, ...facts].reduce((y, { label, value }) => {
    write(pdf, label, { size: 9, color: colors.muted, y: y + 4, width: 80 });
    return write(pdf, value, { size: 9, x: page.left + 80, y: y + 4, width: page.width - 80 });
  }, belowTitle + 6);
}
