import { HearthError } from "@hearth/domain/errors";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { localTime, writeCsv } from "./write-csv.ts";

/** One file takes no more rows than this; beyond it less has to be asked for. */
const maxRows = 20_000;
/** How many rows are read at a time. */
const batch = 1_000;

export const csvFileView = z.strictObject({ fileName: z.string(), csv: z.string() });
export type CsvFile = z.infer<typeof csvFileView>;

interface Export<Row> {
  /** What the file is called, before its day. */
  name: string;
  /** The one IANA zone that every time of the file is in; the head of the dates names it. */
  timeZone: string;
  dateOf: (row: Row) => Date;
  /** The other columns by their heads, and what each says of a row. */
  columns: Readonly<Record<string, (row: Row) => string>>;
  /** Reads the next rows after a row, or the first ones. */
  load: (after: Row | undefined, limit: number) => Promise<Row[]>;
  /** What makes the file shorter. */
  narrow: "dates" | "filter";
}

/** Rows as a CSV file that spreadsheets open, in the order they are read. @throws HearthError VALIDATION for more rows than one file takes. */
export async function exportRows<Row>({ clock }: Pick<Deps, "clock">, file: Export<Row>): Promise<CsvFile> {
  const { name, timeZone, dateOf, columns } = file;
  const cells = Object.values(columns);
  const rows = await readAll(file);
  const lines = rows.map((row) => [localTime(dateOf(row), timeZone), ...cells.map((cell) => cell(row))]);
  return {
    fileName: `${name}-${localTime(clock.now(), timeZone).slice(0, 10)}.csv`,
    csv: writeCsv([[`Date (${timeZone})`, ...Object.keys(columns)], ...lines]),
  };
}

async function readAll<Row>({ load, narrow }: Export<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = await load(rows.at(-1), batch);
    rows.push(...page);
    if (rows.length > maxRows) {
      const message = `Please narrow the ${narrow}: one file takes at most ${maxRows.toLocaleString("en-US")} rows`;
      throw new HearthError("VALIDATION", { message });
    }
    if (page.length < batch) return rows;
  }
}
