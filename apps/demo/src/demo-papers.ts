import { createHash } from "node:crypto";
import { encode } from "jpeg-js";
import PDFDocument from "pdfkit";

/** A document that a person of the demo attached to a dispute: a sheet of text, or a photo of one on a wall. */
export type PaperPlan = { name: string } & ({ kind: "notice"; title: string; lines: string[] } | { kind: "photo" });

/** Draws the document. The bytes are the same every time. */
export async function drawPaper(paper: PaperPlan): Promise<Buffer> {
  return paper.kind === "notice" ? drawNotice(paper) : drawPhoto(paper.name);
}

async function drawNotice({ title, lines }: { title: string; lines: string[] }): Promise<Buffer> {
  const doc = new PDFDocument({ size: "LETTER", margin: 72, info: { Title: title, CreationDate: new Date(0) }, lang: "en-US" });
  const chunks: Buffer[] = [];
  const finished = new Promise<Buffer>((resolve, reject) => {
    doc.on("data", (chunk: Buffer) => chunks.push(chunk));
    doc.on("end", () => resolve(Buffer.concat(chunks)));
    doc.on("error", reject);
  });
  doc.font("Times-Bold").fontSize(24).text(title).moveDown();
  doc.font("Times-Roman").fontSize(13);
  for (const line of lines) doc.text(line === "" ? " " : line);
  doc.end();
  return finished;
}

const size = { width: 480, height: 640 };
/** The sheet on the wall. `slant` is its horizontal shift per pixel down. */
const sheet = { left: 96, right: 392, top: 104, bottom: 540, slant: 0.035 };
const ink = { margin: 34, lineHeight: 26, letterHeight: 9 };
const quality = 82;

/** Draws a sheet of writing on a wall, lit from a window, with a little grain. */
function drawPhoto(seed: string): Buffer {
  const data = Buffer.alloc(size.width * size.height * 4, 255);
  const grain = createHash("sha512").update(seed).digest();
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      const light = 0.72 + 0.28 * (1 - (x / size.width) * 0.6 - (y / size.height) * 0.4);
      const noise = (grain.readUInt8((x * 31 + y * 17) % grain.length) % 9) - 4;
      const [red, green, blue] = colorAt(x + (y - size.height / 2) * sheet.slant, y, grain);
      const at = (y * size.width + x) * 4;
      data[at] = clamp(red * light + noise);
      data[at + 1] = clamp(green * light + noise);
      data[at + 2] = clamp(blue * light + noise);
    }
  }
  return encode({ ...size, data }, quality).data;
}

function colorAt(x: number, y: number, seed: Buffer): readonly [red: number, green: number, blue: number] {
  const { left, right, top, bottom } = sheet;
  if (x < left || x > right || y < top || y > bottom) {
    const isShadow = x > left + 8 && x < right + 8 && y > top + 8 && y < bottom + 10;
    return isShadow ? [122, 108, 92] : [176, 158, 134];
  }
  const line = Math.floor((y - top - ink.margin) / ink.lineHeight);
  const isWritten = line >= 0 && y < bottom - ink.margin && (y - top - ink.margin) % ink.lineHeight < ink.letterHeight;
  const lineEnd = right - ink.margin - (seed.readUInt8(Math.max(0, line) % seed.length) % 90);
  const word = Math.floor((x - left - ink.margin) / 22);
  const isGap = (x - left - ink.margin) % 22 < 5 || seed.readUInt8((line * 13 + word + seed.length) % seed.length) % 7 === 0;
  return isWritten && x > left + ink.margin && x < lineEnd && !isGap ? [58, 56, 60] : [250, 247, 240];
}

function clamp(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)));
}
