import { formatUsd } from "@hearth/domain/money";
import { rosetteOf } from "@hearth/domain/engraving/rosette";
import { colors, drawPaper, page, type Paper, rule, write, writeRight } from "../../../pdf/paper.ts";

interface PaperFact {
  label: string;
  value: string;
  link?: string;
}

/** A receipt's texts, ready to draw. */
export interface PaperReceipt {
  merchant: string;
  amountCents: number;
  date: string;
  /** Label and value. The caller leaves out empty ones. */
  facts: readonly PaperFact[];
  /** Seed of the rosette. */
  transactionHash: string;
  /** The settlement in one sentence. */
  settled: string;
}

/** A longer name is set smaller, so that the receipt stays on one page. */
const longName = 48;
const labelWidth = 132;
/** The rosette's size as drawn for the screen, and on paper. */
const [rosetteBox, rosetteSize] = [400, 190];

/** Draws a one-page PDF that looks like the receipt on screen. */
export async function drawReceipt(receipt: PaperReceipt): Promise<Buffer> {
  return drawPaper(`Receipt, paid to ${receipt.merchant}`, (paper) => {
    drawRosette(paper, receipt.transactionHash);
    const belowHead = drawHead(paper, receipt);
    const belowFacts = drawFacts(paper, receipt.facts, belowHead + 22);
    drawFoot(paper, receipt, drawTotal(paper, receipt.amountCents, belowFacts));
  });
}

function drawRosette(paper: Paper, hash: string): void {
  const { lines } = rosetteOf(hash, rosetteBox);
  const scale = rosetteSize / rosetteBox;
  paper
    .save()
    .translate(page.left + page.width - rosetteSize, page.top)
    .scale(scale);
  for (const { path, width } of lines) paper.lineWidth(width).path(path).stroke(colors.engrave);
  paper.restore();
}

function drawHead(paper: Paper, { merchant, amountCents, date }: PaperReceipt): number {
  const width = page.width - rosetteSize - 16;
  write(paper, "Hearth", { face: "slab", size: 15, y: page.top });
  const size = merchant.length > longName ? 14 : 19;
  const belowTitle = write(paper, `Paid to ${merchant}`, { face: "slab", size, y: page.top + 58, width });
  const belowAmount = write(paper, formatUsd(amountCents), { face: "slab", size: 40, y: belowTitle + 8, width });
  const belowDate = write(paper, `${formatUsd(amountCents).slice(1)} USDC, ${date}`, { color: colors.muted, y: belowAmount + 2, width });
  const belowStatus = write(paper, "Completed", { color: colors.engrave, y: belowDate + 2, width });
  return Math.max(belowStatus, page.top + rosetteSize);
}

function drawFacts(paper: Paper, facts: readonly PaperFact[], top: number): number {
  rule(paper, top, colors.ink, 0.9);
  return facts.reduce((y, { label, value, link }, index) => {
    if (index > 0) rule(paper, y, colors.line, 0.6);
    write(paper, label, { size: 9, color: colors.muted, y: y + 8, width: labelWidth - 8 });
    return write(paper, value, { x: page.left + labelWidth, y: y + 7.5, width: page.width - labelWidth, link }) + 6;
  }, top);
}

/** Repeats the amount above a double rule, as in a ledger. */
function drawTotal(paper: Paper, amountCents: number, top: number): number {
  rule(paper, top, colors.ink, 0.9);
  write(paper, "Amount", { size: 11, y: top + 14 });
  writeRight(paper, `${formatUsd(amountCents)} USDC`, { face: "slab", size: 17, y: top + 9 });
  rule(paper, top + 38, colors.ink, 0.6);
  rule(paper, top + 40.5, colors.ink, 0.6);
  return top + 42;
}

function drawFoot(paper: Paper, { settled }: PaperReceipt, top: number): void {
  const sentence = `${settled} The engraving is drawn from this transaction’s hash.`;
  write(paper, sentence, { size: 8.5, color: colors.muted, y: top + 16 });
}
