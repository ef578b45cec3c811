import { formatUsd } from "@hearth/domain/money";
import { rosetteOf } from "@hearth/domain/engraving/rosette";
import PDFDocument from "pdfkit";
import { type Face, fontRuns } from "./receipt-fonts.ts";

interface PaperFact {
  label: string;
  value: string;
  link?: string;
}

/** What stands on a receipt, already in words. */
export interface PaperReceipt {
  merchant: string;
  amountCents: number;
  date: string;
  /** Label and value; what is absent is left out before. */
  facts: readonly PaperFact[];
  /** The rosette is drawn from it. */
  transactionHash: string;
  /** How it was settled, in one sentence. */
  settled: string;
}

type Document = InstanceType<typeof PDFDocument>;

/** The colours of the light paper, and the page in points: US letter with its column. */
const colors = { ink: "#0f231d", muted: "#46574f", line: "#cfdad2", engrave: "#0f4c3c" };
const page = { size: "LETTER", left: 72, width: 468, top: 54 };
/** A name longer than this is set smaller, so that the whole receipt keeps to one page. */
const longName = 48;
const labelWidth = 132;
/** The rosette at the right of the head: as it is drawn for the screen, and how large it is here. */
const [rosetteBox, rosetteSize] = [400, 190];

/** Draws a receipt as a PDF of one page that looks like the receipt on screen. */
export async function drawReceipt(receipt: PaperReceipt): Promise<Buffer> {
  const info = { Title: `Receipt, paid to ${receipt.merchant}`, Author: "Hearth" };
  const doc = new PDFDocument({
    size: page.size,
    margins: { top: page.top, left: page.left, right: page.left, bottom: 0 },
    info,
    lang: "en-US",
    displayTitle: true,
  });
  const chunks: Buffer[] = [];
  const written = new Promise<Buffer>((resolve, reject) => {
    doc.on("data", (chunk: Buffer) => chunks.push(chunk));
    doc.on("end", () => resolve(Buffer.concat(chunks)));
    doc.on("error", reject);
  });
  drawRosette(doc, receipt.transactionHash);
  const belowHead = drawHead(doc, receipt);
  const belowFacts = drawFacts(doc, receipt.facts, belowHead + 22);
  drawFoot(doc, receipt, drawTotal(doc, receipt.amountCents, belowFacts));
  doc.end();
  return written;
}

interface Writing {
  face?: Face;
  size?: number;
  color?: string;
  x?: number;
  y: number;
  width?: number;
  link?: string | undefined;
}

/** Writes a text, changing the font where its characters ask for it; answers where its last line ends. */
function write(doc: Document, text: string, { face = "sans", size = 10, color = colors.ink, x, y, width, link }: Writing): number {
  const left = x ?? page.left;
  const runs = fontRuns(text, face);
  doc.fontSize(size).fillColor(color);
  for (const [index, run] of runs.entries()) {
    const options = { width: width ?? page.width, continued: index < runs.length - 1, link: link ?? null, underline: link !== undefined };
    doc.font(run.path);
    if (index === 0) doc.text(run.text, left, y, options);
    else doc.text(run.text, options);
  }
  return doc.y;
}

/** Writes a short text that ends at the right edge. */
function writeRight(doc: Document, text: string, writing: Omit<Writing, "x" | "width" | "link">): number {
  const { face = "sans", size = 10 } = writing;
  const width = fontRuns(text, face).reduce((sum, run) => sum + doc.font(run.path).fontSize(size).widthOfString(run.text), 0);
  return write(doc, text, { ...writing, x: page.left + page.width - width, width: width + 1 });
}

function drawRosette(doc: Document, hash: string): void {
  const { lines } = rosetteOf(hash, rosetteBox);
  const scale = rosetteSize / rosetteBox;
  doc
    .save()
    .translate(page.left + page.width - rosetteSize, page.top)
    .scale(scale);
  for (const { path, width } of lines) doc.lineWidth(width).path(path).stroke(colors.engrave);
  doc.restore();
}

function drawHead(doc: Document, { merchant, amountCents, date }: PaperReceipt): number {
  const width = page.width - rosetteSize - 16;
  write(doc, "Hearth", { face: "slab", size: 15, y: page.top });
  const size = merchant.length > longName ? 14 : 19;
  const belowTitle = write(doc, `Paid to ${merchant}`, { face: "slab", size, y: page.top + 58, width });
  const belowAmount = write(doc, formatUsd(amountCents), { face: "slab", size: 40, y: belowTitle + 8, width });
  const belowDate = write(doc, `${formatUsd(amountCents).slice(1)} USDC, ${date}`, { color: colors.muted, y: belowAmount + 2, width });
  const belowStatus = write(doc, "Completed", { color: colors.engrave, y: belowDate + 2, width });
  return Math.max(belowStatus, page.top + rosetteSize);
}

function drawFacts(doc: Document, facts: readonly PaperFact[], top: number): number {
  rule(doc, top, colors.ink, 0.9);
  return facts.reduce((y, { label, value, link }, index) => {
    if (index > 0) rule(doc, y, colors.line, 0.6);
    write(doc, label, { size: 9, color: colors.muted, y: y + 8, width: labelWidth - 8 });
    return write(doc, value, { x: page.left + labelWidth, y: y + 7.5, width: page.width - labelWidth, link }) + 6;
  }, top);
}

/** The amount once more, closed with a double rule as in a ledger. */
function drawTotal(doc: Document, amountCents: number, top: number): number {
  rule(doc, top, colors.ink, 0.9);
  write(doc, "Amount", { size: 11, y: top + 14 });
  writeRight(doc, `${formatUsd(amountCents)} USDC`, { face: "slab", size: 17, y: top + 9 });
  rule(doc, top + 38, colors.ink, 0.6);
  rule(doc, top + 40.5, colors.ink, 0.6);
  return top + 42;
}

function drawFoot(doc: Document, { settled }: PaperReceipt, top: number): void {
  const sentence = `${settled} The engraving is drawn from this transaction’s hash.`;
  write(doc, sentence, { size: 8.5, color: colors.muted, y: top + 16 });
}

function rule(doc: Document, y: number, color: string, width: number): void {
  doc
    .lineWidth(width)
    .moveTo(page.left, y)
    .lineTo(page.left + page.width, y)
    .stroke(color);
}
