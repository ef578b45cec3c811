import { formatUsd } from "@hearth/domain/money";
import { rosetteOf } from "@hearth/domain/engraving/rosette";
import { recordProperty } from "@hearth/domain/records/record-in-pdf";
import { colors, drawPdf, page, type Pdf, rule, write, writeRight } from "../../../pdf/pdf.ts";

interface PdfFact {
  label: string;
  value: string;
  link?: string;
}

/** A receipt's texts, ready to draw. */
export interface PdfReceipt {
  merchant: string;
  amountCents: number;
  /** The part of the amount that was refunded. */
  refundedCents: number;
  date: string;
  /** Label and value. The caller leaves out empty ones. */
  facts: readonly PdfFact[];
  /** Seed of the rosette. */
  transactionHash: string;
  /** The settlement in one sentence. */
  settled: string;
  /** The signed record that travels in the file, and the page that checks it. Null where receipts are not signed. */
  signed: { property: string; checkedAt: string } | null;
}

/** A longer name is set smaller, so that the receipt stays on one page. */
const longName = 48;
const labelWidth = 132;
/** The rosette's size as drawn for the screen, and on paper. */
const [rosetteBox, rosetteSize] = [400, 190];

/** Draws a one-page PDF that looks like the receipt on screen. */
export async function drawReceipt(receipt: PdfReceipt): Promise<Buffer> {
  const draw = (pdf: Pdf) => {
    drawRosette(pdf, receipt.transactionHash);
    const belowHead = drawHead(pdf, receipt);
    const belowFacts = drawFacts(pdf, receipt.facts, belowHead + 22);
    drawFoot(pdf, receipt, drawTotal(pdf, receipt.amountCents, belowFacts));
  };
  const properties = receipt.signed === null ? {} : { [recordProperty]: receipt.signed.property };
  return drawPdf(`Receipt, paid to ${receipt.merchant}`, draw, properties);
}

function drawRosette(pdf: Pdf, hash: string): void {
  const { lines } = rosetteOf(hash, rosetteBox);
  const scale = rosetteSize / rosetteBox;
  pdf
    .save()
    .translate(page.left + page.width - rosetteSize, page.top)
    .scale(scale);
  for (const { path, width } of lines) pdf.lineWidth(width).path(path).stroke(colors.engrave);
  pdf.restore();
}

function drawHead(pdf: Pdf, { merchant, amountCents, refundedCents, date }: PdfReceipt): number {
  const width = page.width - rosetteSize - 16;
  write(pdf, "Hearth", { face: "slab", size: 15, y: page.top });
  const size = merchant.length > longName ? 14 : 19;
  const belowTitle = write(pdf, `Paid to ${merchant}`, { face: "slab", size, y: page.top + 58, width });
  const belowAmount = write(pdf, formatUsd(amountCents), { face: "slab", size: 40, y: belowTitle + 8, width });
  const belowDate = write(pdf, `${formatUsd(amountCents).slice(1)} USDC, ${date}`, { color: colors.muted, y: belowAmount + 2, width });
  const status = refundedCents === 0 ? "Completed" : `Completed, and ${formatUsd(refundedCents)} refunded later`;
  const belowStatus = write(pdf, status, { color: colors.engrave, y: belowDate + 2, width });
  return Math.max(belowStatus, page.top + rosetteSize);
}

function drawFacts(pdf: Pdf, facts: readonly PdfFact[], top: number): number {
  rule(pdf, top, colors.ink, 0.9);
  return facts.reduce((y, { label, value, link }, index) => {
    if (index > 0) rule(pdf, y, colors.line, 0.6);
    write(pdf, label, { size: 9, color: colors.muted, y: y + 8, width: labelWidth - 8 });
    return write(pdf, value, { x: page.left + labelWidth, y: y + 7.5, width: page.width - labelWidth, link }) + 6;
  }, top);
}

/** Repeats the amount above a double rule, as in a ledger. */
function drawTotal(pdf: Pdf, amountCents: number, top: number): number {
  rule(pdf, top, colors.ink, 0.9);
  write(pdf, "Amount", { size: 11, y: top + 14 });
  writeRight(pdf, `${formatUsd(amountCents)} USDC`, { face: "slab", size: 17, y: top + 9 });
  rule(pdf, top + 38, colors.ink, 0.6);
  rule(pdf, top + 40.5, colors.ink, 0.6);
  return top + 42;
}

function drawFoot(pdf: Pdf, { settled, signed }: PdfReceipt, top: number): void {
  const writing = { size: 8.5, color: colors.muted };
  const below = write(pdf, `${settled} The engraving is drawn from this transaction’s hash.`, { ...writing, y: top + 16 });
  if (signed === null) return;
  write(pdf, `This file carries Hearth’s signature. Anyone can check it at ${signed.checkedAt}`, { ...writing, y: below + 2 });
}
