import { HearthError } from "@hearth/domain/errors";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { csvSlice, localTime, rowsAtOnce } from "./write-csv.ts";

/** Row limit of a file; above it, the caller must narrow the filter. */
const maxRows = 20_000;

export const csvFileView = z.strictObject({ fileName: z.string(), csv: z.string() });
export type CsvFile = z.infer<typeof csvFileView>;

interface Export<Row> {
  /** File name before the date. */
  name: string;
  /** The reader's IANA zone. Without `zoneOf` the zone of every time in the file, named in the header of the date column. */
  timeZone: string;
  /** The IANA zone of a row's times, named in a column of its own. */
  zoneOf?: (row: Row) => string;
  dateOf: (row: Row) => Date;
  /** The other columns: header and cell of a row. */
  columns: Readonly<Record<string, (row: Row) => string>>;
  /** Loads the next rows after a row, or the first ones. */
  load: (after: Row | undefined, limit: number) => Promise<Row[]>;
  /** The filter that the row limit's error asks to narrow. */
  narrow: "dates" | "filter";
}

/**
 * Exports rows as a CSV file for spreadsheets, in the order of `load`. Each page of 500 rows is converted before the next is loaded, so
 * that other requests run in between. @throws HearthError VALIDATION above the row limit, RATE_LIMITED and OVERLOADED as `FileQueue`.
 */
export async function exportRows<Row>({ clock, fileQueue }: Pick<Deps, "clock" | "fileQueue">, userId: string, file: Export<Row>) {
  const { name, timeZone, zoneOf, dateOf, columns } = file;
  const cells = Object.values(columns);
  const write = (row: Row) => {
    const zone = zoneOf?.(row);
    return [localTime(dateOf(row), zone ?? timeZone), ...(zone === undefined ? [] : [zone]), ...cells.map((cell) => cell(row))];
  };
  const dateHeads = zoneOf === undefined ? [`Date (${timeZone})`] : ["Date", "Time zone"];
  const heads = csvSlice([[...dateHeads, ...Object.keys(columns)]], true);
  const csv = await fileQueue.take(userId, async () =>
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
