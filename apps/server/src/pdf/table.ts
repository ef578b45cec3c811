import { colors, page, type Pdf, rule, write, writeRight } from "./pdf.ts";

/** A table column: width in points; texts are aligned left, amounts right. */
interface PdfColumn {
  head: string;
  width: number;
  isAmount?: boolean;
}

/** A row with a text per column. A total has a heavier line above it. */
export interface PdfRow {
  cells: readonly string[];
  isTotal?: boolean;
}

/** Space required for a row, whose texts may take several lines. */
const tallestRow = 70;
const gap = 8;

/** Draws a table from `top` over as many pages as necessary, with the heads on each. Returns the y position of its end. */
export function drawTable(pdf: Pdf, columns: readonly PdfColumn[], rows: readonly PdfRow[], top: number): number {
  let y = drawHeads(pdf, columns, top);
  for (const { cells, isTotal = false } of rows) {
    const place = roomBelow(pdf, y, tallestRow);
    y = place === y ? y : drawHeads(pdf, columns, place);
    rule(pdf, y, isTotal ? colors.ink : colors.line, isTotal ? 0.9 : 0.6);
    y = drawCells(pdf, columns, cells, y + 5, { size: 8.5 }) + 4;
  }
  rule(pdf, y, colors.ink, 0.9);
  return y;
}

/** Returns `y` if this height still fits there, otherwise the top of a new page. */
export function roomBelow(pdf: Pdf, y: number, height: number): number {
  if (y + height <= page.bottom) return y;
  pdf.addPage();
  return page.top;
}

function drawHeads(pdf: Pdf, columns: readonly PdfColumn[], top: number): number {
  const heads = columns.map(({ head }) => head);
  return drawCells(pdf, columns, heads, top, { size: 8, color: colors.muted }) + 4;
}

function drawCells(
  pdf: Pdf,
  columns: readonly PdfColumn[],
  cells: readonly string[],
  y: number,
  writing: { size: number; color?: string },
): number {
  let left = page.left;
  let bottom = y + writing.size;
  for (const [index, { width, isAmount = false }] of columns.entries()) {
    const cell = cells[index] ?? "";
    const below = isAmount
      ? writeRight(pdf, cell, { ...writing, x: left + width, y })
      : write(pdf, cell, { ...writing, x: left, y, width: width - gap });
    // An empty cell does not change the row's height.
    if (cell !== "") bottom = Math.max(bottom, below);
    left += width;
  }
  return bottom;
}
