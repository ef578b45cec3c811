import { centsToDecimal } from "@hearth/domain/money";
import { stringify } from "csv-stringify/sync";

/**
 * Writes rows as a CSV file that spreadsheets open unharmed: with the mark that says UTF-8, their line ends, and no cell that they would
 * take for a formula. An amount is given in cents as a bigint, so that one below zero stays a number to them.
 */
export function writeCsv(rows: readonly (readonly (string | bigint)[])[]): string {
  const cast = { bigint: (cents: bigint) => centsToDecimal(Number(cents)) };
  return stringify([...rows], { bom: true, cast, escape_formulas: true, record_delimiter: "windows" });
}

/** One for each zone: making it takes 0.4 ms, more than a row does otherwise. */
const clocks = new Map<string, Intl.DateTimeFormat>();

/** A moment in an IANA time zone as `2026-11-20 09:02:53`, which sorts as it reads. */
export function localTime(at: Date, timeZone: string): string {
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium", timeZone });
  clocks.set(timeZone, clock);
  return clock.format(at);
}
