import { stringify } from "csv-stringify/sync";

/**
 * Writes rows as a CSV file that spreadsheets open unharmed: with the mark that says UTF-8, their line ends, and no cell that they would
 * take for a formula.
 */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return stringify([...rows], { bom: true, escape_formulas: true, record_delimiter: "windows" });
}

/** A moment in an IANA time zone as `2026-11-20 09:02:53`, which sorts as it reads. */
export function localTime(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium", timeZone }).format(at);
}
