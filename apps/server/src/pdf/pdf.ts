import PDFDocument from "pdfkit";
import { type Face, fontFiles, fontRuns } from "./fonts.ts";

export type Pdf = InstanceType<typeof PDFDocument>;

/** Colours of the light theme, and the US letter page in points. */
export const colors = { ink: "#0f231d", muted: "#46574f", line: "#cfdad2", engrave: "#0f4c3c" };
export const page = { size: "LETTER", left: 72, width: 468, top: 54, bottom: 732 };

export interface Writing {
  face?: Face;
  size?: number;
  color?: string;
  x?: number;
  y: number;
  width?: number;
  link?: string | undefined;
}

/**
 * Draws a document with a title, and with further properties that readers list in its details. Returns the bytes of the PDF. Pages do not
 * break automatically.
 */
export async function drawPdf(title: string, draw: (pdf: Pdf) => void, properties: Record<string, string> = {}): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: page.size,
    margins: { top: page.top, left: page.left, right: page.left, bottom: 0 },
    info: { ...properties, Title: title, Author: "Hearth" },
    lang: "en-US",
    displayTitle: true,
  });
  for (const { path, bytes } of fontFiles()) pdf.registerFont(path, bytes);
  const chunks: Buffer[] = [];
  const finished = new Promise<Buffer>((resolve, reject) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => resolve(Buffer.concat(chunks)));
    pdf.on("error", reject);
  });
  draw(pdf);
  pdf.end();
  return finished;
}

/** Writes a text, switching fonts as its characters require. Returns the y position below the last line. */
export function write(pdf: Pdf, text: string, { face = "sans", size = 10, color = colors.ink, x, y, width, link }: Writing): number {
  const x0 = x ?? page.left;
  const runs = fontRuns(text, face);
  pdf.fontSize(size).fillColor(color);
  for (const [index, run] of runs.entries()) {
    const options = { width: width ?? page.width, continued: index < runs.length - 1, link: link ?? null, underline: link !== undefined };
    pdf.font(run.path);
    if (index === 0) pdf.text(run.text, x0, y, options);
    else pdf.text(run.text, options);
  }
  return pdf.y;
}

/** Writes a short text that ends at `x`, or at the page's right edge. */
export function writeRight(pdf: Pdf, text: string, writing: Omit<Writing, "width" | "link">): number {
  const { face = "sans", size = 10, x: right = page.left + page.width } = writing;
  const width = fontRuns(text, face).reduce((sum, run) => sum + pdf.font(run.path).fontSize(size).widthOfString(run.text), 0);
  return write(pdf, text, { ...writing, x: right - width, width: width + 1 });
}

/** Draws a line across the page. */
export function rule(pdf: Pdf, y: number, color: string, width: number): void {
  pdf
    .lineWidth(width)
    .moveTo(page.left, y)
    .lineTo(page.left + page.width, y)
    .stroke(color);
}
