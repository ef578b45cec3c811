import { wordingFor } from "@hearth/domain/merchants/party-words";
import { formatUsd } from "@hearth/domain/money";
import { dayName } from "@hearth/domain/rent/periods";
import { colors, drawPdf, page, type Pdf, write, writeRight } from "../../../pdf/pdf.ts";
import { drawTable, roomBelow } from "../../../pdf/table.ts";
import { type PaperLine, type PdfStatement, withLater } from "./paper-statement.ts";

const columns = [
  { head: "Date", width: 70 },
  { head: "What", width: 218 },
  { head: "Charged", width: 58, isAmount: true },
  { head: "Paid or credited", width: 62, isAmount: true },
  { head: "Balance", width: 60, isAmount: true },
];

/** Draws a lease's statement as a PDF of as many pages as its lines take. */
export async function drawStatement(statement: PdfStatement): Promise<Buffer> {
  const { merchant, place, from, to, sums, lines, later } = statement;
  return drawPdf(`Statement, ${place}, ${dayName(from)} to ${dayName(to)}`, (pdf) => {
    const belowHead = drawHead(pdf, statement);
    const rows = [
      { cells: [dayName(from), "Balance forward", "", "", formatUsd(sums.openingCents)] },
      ...lines.map((line) => ({ cells: [...lineCells(line), formatUsd(line.balanceCents)] })),
      { cells: [dayName(to), "Ending balance", "", "", formatUsd(sums.closingCents)], isTotal: true },
      ...later.map((line) => ({ cells: [...lineCells(line), ""] })),
      ...(later.length > 0
        ? [{ cells: [dayName(to), "Balance with what came later", "", "", formatUsd(withLater(sums, later))], isTotal: true }]
        : []),
    ];
    const belowTable = drawTable(pdf, columns, rows, belowHead + 18);
    const sentence = `Amounts are in USDC, paid straight to ${merchant} on ${statement.network}. Made on ${dayName(statement.madeOn)}.`;
    write(pdf, sentence, { size: 8.5, color: colors.muted, y: roomBelow(pdf, belowTable + 12, 24) });
  });
}

function lineCells({ on, description, note, cents, txHash }: PaperLine): string[] {
  const what = [description, note, txHash && `Transaction ${txHash}`].filter(Boolean).join("\n");
  return [dayName(on), what, cents > 0 ? formatUsd(cents) : "", cents < 0 ? formatUsd(-cents) : ""];
}

function drawHead(pdf: Pdf, { merchant, businessType, place, address, tenants, from, to, sums }: PdfStatement): number {
  const reword = wordingFor(businessType);
  write(pdf, "Hearth", { face: "slab", size: 15, y: page.top });
  const belowTitle = write(pdf, `Statement of ${place}`, { face: "slab", size: 19, y: page.top + 34 });
  const facts = [
    ["Days", `${dayName(from)} to ${dayName(to)}`],
    [reword("Landlord"), merchant],
    [reword("Tenants"), tenants.join(", ")],
    ["Address", address],
  ].filter(([, value]) => value !== "");
  const below = facts.reduce((y, [label = "", value = ""]) => {
    write(pdf, label, { size: 9, color: colors.muted, y: y + 4, width: 80 });
    return write(pdf, value, { size: 9, x: page.left + 80, y: y + 4, width: page.width - 80 });
  }, belowTitle + 6);
  const figures: [string, number][] = [
    ["Balance forward", sums.openingCents],
    ["Charged", sums.chargedCents],
    ["Paid", -sums.paidCents],
    ["Credited", -sums.creditedCents],
    [sums.closingCents < 0 ? "Prepaid" : "Ending balance", Math.abs(sums.closingCents)],
  ];
  return figures.reduce((y, [label, cents]) => {
    write(pdf, label, { size: 10, y: y + 4, width: 200 });
    return writeRight(pdf, formatUsd(cents), { size: 10, y: y + 4 });
  }, below + 14);
}
