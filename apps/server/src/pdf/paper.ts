import PDFDocument from "pdfkit";
import { type Face, fontFiles, fontRuns } from "./fonts.ts";

export type Paper = InstanceType<typeof PDFDocument>;

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

/** Draws a document with a title. Returns the bytes of the PDF. Pages do not break automatically. */
export async function drawPaper(title: string, draw: (paper: Paper) => void): Promise<Buffer> {
  const paper = new PDFDocument({
    size: page.size,
    margins: { top: page.top, left: page.left, right: page.left, bottom: 0 },
    info: { Title: title, Author: "Hearth" },
    lang: "en-US",
    displayTitle: true,
  });
  for (const { path, bytes } of fontFiles()) paper.registerFont(path, bytes);
  const chunks: Buffer[] = [];
  const finished = new Promise<Buffer>((resolve, reject) => {
    paper.on("data", (chunk: Buffer) => chunks.push(chunk));
    paper.on("end", () => resolve(Buffer.concat(chunks)));
    paper.on("error", reject);
  });
  draw(paper);
  paper.end();
  return finished;
}

/** Writes a text, switching fonts as its characters require. Returns the y position below the last line. */
export function write(paper: Paper, text: string, { face = "sans", size = 10, color = colors.ink, x, y, width, link }: Writing): number {
  const left = x ?? page.left;
  const runs = fontRuns(text, face);
  paper.fontSize(size).fillColor(color);
  for (const [index, run] of runs.entries()) {
    const options = { width: width ?? page.width, continued: index < runs.length - 1, link: link ?? null, underline: link !== undefined };
    paper.font(run.path);
    if (index === 0) paper.text(run.text, left, y, options);
    else paper.text(run.text, options);
  }
  return paper.y;
}

/** Writes a short text that ends at `x`, or at the page's right edge. */
export function writeRight(paper: Paper, text: string, writing: Omit<Writing, "width" | "link">): number {
  const { face = "sans", size = 10, x: right = page.left + page.width } = writing;
  const width = fontRuns(text, face).reduce((sum, run) => sum + paper.font(run.path).fontSize(size).widthOfString(run.text), 0);
  return write(paper, text, { ...writing, x: right - width, width: width + 1 });
}

/** Draws a line across the page. */
export function rule(paper: Paper, y: number, color: string, width: number): void {
  paper
    .lineWidth(width)
    .moveTo(page.left, y)
    .lineTo(page.left + page.width, y)
    .stroke(color);
}
