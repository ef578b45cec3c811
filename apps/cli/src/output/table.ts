import stringWidth from "string-width";
import { dim, plain } from "./words.ts";

export interface Column<Item> {
  title: string;
  value: (item: Item) => string | number | null;
  /** Numbers are right-aligned. */
  align?: "right";
  /** Maximum width. Longer cells are cut, so that one long text does not push the others away. */
  max?: number;
  /** Colours a cell after alignment. */
  paint?: (cell: string, item: Item) => string;
}

/** Formats rows in columns as wide as their widest cell, two spaces apart. */
export function drawTable<Item>(columns: Column<Item>[], items: Item[]): string {
  const rows = items.map((item) => columns.map((column) => cut(plain(String(column.value(item) ?? "")), column.max)));
  const widths = columns.map(({ title }, index) => Math.max(stringWidth(title), ...rows.map((row) => stringWidth(row[index] ?? ""))));
  const line = (cells: string[]) => columns.map((column, index) => fit(cells[index] ?? "", widths[index] ?? 0, column.align));
  const header = dim(
    line(columns.map(({ title }) => title))
      .join("  ")
      .trimEnd(),
  );
  const body = items.map((item, row) =>
    line(rows[row] ?? [])
      .map((cell, index) => columns[index]?.paint?.(cell, item) ?? cell)
      .join("  ")
      .trimEnd(),
  );
  return [header, ...body].join("\n");
}

function fit(cell: string, width: number, align: Column<unknown>["align"]): string {
  const space = " ".repeat(Math.max(0, width - stringWidth(cell)));
  return align === "right" ? space + cell : cell + space;
}

function cut(cell: string, max: number | undefined): string {
  if (max === undefined || stringWidth(cell) <= max) return cell;
  let fitting = "";
  for (const letter of cell) {
    if (stringWidth(fitting + letter) > max - 1) break;
    fitting += letter;
  }
  return `${fitting}…`;
}
