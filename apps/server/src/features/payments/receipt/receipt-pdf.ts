import { formatUsd } from "@hearth/domain/money";
import { engravingBox, engravingPaths } from "@hearth/domain/payments/engraving";
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
  /** The engraving is drawn from it. */
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
  drawEngraving(doc, receipt.transactionHash);
  const belowHead = drawHead(doc, receipt);
  const belowFacts = drawFacts(doc, receipt.facts, belowHead + 20);
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

function drawEngraving(doc: Document, hash: string): void {
  const height = (engravingBox.height * page.width) / engravingBox.width;
  doc
    .save()
    .translate(page.left, page.top)
    .scale(page.width / engravingBox.width, height / engravingBox.height);
  doc.lineWidth(0.5).strokeOpacity(0.6);
  for (const path of engravingPaths(hash)) doc.path(path).stroke(colors.engrave);
  doc.restore();
}

function drawHead(doc: Document, { merchant, amountCents, date }: PaperReceipt): number {
  const top = page.top + 112;
  writeRight(doc, "Completed", { color: colors.engrave, y: top + 7 });
  const size = merchant.length > longName ? 15 : 21;
  const belowTitle = write(doc, `Paid to ${merchant}`, { face: "slab", size, y: top, width: page.width - 80 });
  const belowAmount = write(doc, formatUsd(amountCents), { face: "slab", size: 46, y: belowTitle + 10 });
  return write(doc, `${formatUsd(amountCents).slice(1)} USDC, ${date}`, { color: colors.muted, y: belowAmount + 2 });
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
  write(doc, "Hearth", { face: "slab", size: 16, y: top + 20 });
  const sentence = `${settled} The pattern above is drawn from the transaction hash.`;
  write(doc, sentence, { size: 8.5, color: colors.muted, x: page.left + labelWidth, y: top + 22, width: page.width - labelWidth });
}

function rule(doc: Document, y: number, color: string, width: number): void {
  doc
    .lineWidth(width)
    .moveTo(page.left, y)
    .lineTo(page.left + page.width, y)
    .stroke(color);
}
