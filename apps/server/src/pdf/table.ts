import { colors, page, type Paper, rule, write, writeRight } from "./paper.ts";

/** A column of a table on paper: as wide as that many points, its texts at its left edge or, for amounts, at its right one. */
interface PaperColumn {
  head: string;
  width: number;
  isAmount?: boolean;
}

/** A row: a text for each column; a total stands below a line. */
export interface PaperRow {
  cells: readonly string[];
  isTotal?: boolean;
}

/** So much of a page is kept free for a row, whose texts may take several lines. */
const tallestRow = 70;
const gap = 8;

/** Draws a table from there on, over as many pages as it takes, each with its heads; answers where it ends. */
export function drawTable(paper: Paper, columns: readonly PaperColumn[], rows: readonly PaperRow[], top: number): number {
  let y = drawHeads(paper, columns, top);
  for (const { cells, isTotal = false } of rows) {
    const place = roomBelow(paper, y, tallestRow);
    y = place === y ? y : drawHeads(paper, columns, place);
    rule(paper, y, isTotal ? colors.ink : colors.line, isTotal ? 0.9 : 0.6);
    y = drawCells(paper, columns, cells, y + 5, { size: 8.5 }) + 4;
  }
  rule(paper, y, colors.ink, 0.9);
  return y;
}

/** Where something of that height goes: there, or at the top of a further page where it does not fit any more. */
export function roomBelow(paper: Paper, y: number, height: number): number {
  if (y + height <= page.bottom) return y;
  paper.addPage();
  return page.top;
}

function drawHeads(paper: Paper, columns: readonly PaperColumn[], top: number): number {
  const heads = columns.map(({ head }) => head);
  return drawCells(paper, columns, heads, top, { size: 8, color: colors.muted }) + 4;
}

function drawCells(
  paper: Paper,
  columns: readonly PaperColumn[],
  cells: readonly string[],
  y: number,
  writing: { size: number; color?: string },
): number {
  let left = page.left;
  let bottom = y + writing.size;
  for (const [index, { width, isAmount = false }] of columns.entries()) {
    const cell = cells[index] ?? "";
    const below = isAmount
      ? writeRight(paper, cell, { ...writing, x: left + width, y })
      : write(paper, cell, { ...writing, x: left, y, width: width - gap });
    // An empty cell moves nothing.
    if (cell !== "") bottom = Math.max(bottom, below);
    left += width;
  }
  return bottom;
}
