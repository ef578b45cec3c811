import { HearthError } from "@hearth/domain/errors";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { csvSlice, localTime, rowsAtOnce } from "./write-csv.ts";

/** One file takes no more rows than this; beyond it less has to be asked for. */
const maxRows = 20_000;

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

/**
 * Rows as a CSV file that spreadsheets open, in the order they are read. Each page of 500 rows becomes text before the next one is read, so that other
 * requests are answered between them. @throws HearthError VALIDATION for more rows than one file takes, RATE_LIMITED and OVERLOADED as `FileTurns`.
 */
export async function exportRows<Row>({ clock, fileTurns }: Pick<Deps, "clock" | "fileTurns">, userId: string, file: Export<Row>) {
  const { name, timeZone, dateOf, columns } = file;
  const cells = Object.values(columns);
  const write = (row: Row) => [localTime(dateOf(row), timeZone), ...cells.map((cell) => cell(row))];
  const heads = csvSlice([[`Date (${timeZone})`, ...Object.keys(columns)]], true);
  const csv = await fileTurns.take(userId, async () =>
    [heads, ...(await readAll(file, (rows) => csvSlice(rows.map(write), false)))].join(""),
  );
  return { fileName: `${name}-${localTime(clock.now(), timeZone).slice(0, 10)}.csv`, csv } satisfies CsvFile;
}

async function readAll<Row>({ load, narrow }: Export<Row>, write: (rows: Row[]) => string): Promise<string[]> {
  const parts: string[] = [];
  let last: Row | undefined;
  for (let count = 0; ;) {
    const page = await load(last, rowsAtOnce);
    count += page.length;
    if (count > maxRows) {
      const message = `Please narrow the ${narrow}: one file takes at most ${maxRows.toLocaleString("en-US")} rows`;
      throw new HearthError("VALIDATION", { message });
    }
    parts.push(write(page));
    last = page.at(-1);
    if (page.length < rowsAtOnce) return parts;
  }
}
