import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Sql } from "postgres";

/** A field for COPY: text without tab, line end or backslash, or null. */
export type Field = string | number | null;

/** A row by its columns. Every row of a table has the same ones, in the same order. */
export type CopiedRow = Record<string, Field>;

const linesAtOnce = 2_000;

/** Writes rows into a table by COPY in batches of some thousand lines, so that memory use is constant. */
export async function copyRows(sql: Sql, table: string, rows: Iterable<CopiedRow>): Promise<void> {
  const all = rows[Symbol.iterator]();
  const first = all.next();
  if (first.done === true) return;
  const columns = Object.keys(first.value).map((column) => `"${column}"`);
  const copy = await sql.unsafe(`copy "${table}" (${columns.join(", ")}) from stdin`).writable();
  await pipeline(Readable.from(inPieces(first.value, all), { objectMode: false }), copy);
}

function* inPieces(first: CopiedRow, rest: Iterator<CopiedRow>): Generator<Buffer> {
  let lines = [lineOf(first)];
  for (let next = rest.next(); next.done !== true; next = rest.next()) {
    lines.push(lineOf(next.value));
    if (lines.length < linesAtOnce) continue;
    yield Buffer.from(lines.join(""));
    lines = [];
  }
  yield Buffer.from(lines.join(""));
}

function lineOf(row: CopiedRow): string {
  let line = "";
  for (const column in row) line += `${line === "" ? "" : "\t"}${row[column] ?? String.raw`\N`}`;
  return `${line}\n`;
}
