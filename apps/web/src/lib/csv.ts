/** Columns of a file, by head. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => string>>;

/** Writes rows as a CSV file for a spreadsheet, with a line of heads. */
export function csvOf<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  const lines = rows.map((row) => Object.values(columns).map((cell) => cell(row)));
  return [Object.keys(columns), ...lines].map((cells) => `${cells.map(cellOf).join(",")}\r\n`).join("");
}

/** A cell that no spreadsheet takes for a formula. */
function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A time as text that sorts, in its zone: `2026-11-20 09:00:00`. */
export function csvTime(at: string, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" }).format(new Date(at));
}
