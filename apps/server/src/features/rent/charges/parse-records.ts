import { setImmediate as nextTurn } from "node:timers/promises";
import { pipeline } from "node:stream/promises";
import { HearthError } from "@hearth/domain/errors";
import { chargeFileLimits } from "@hearth/domain/rent/charge-file";
import { CsvError, parse } from "csv-parse";

/** Bytes parsed per turn of the event loop. The slowest rows take 15 µs a byte, because the parser makes an error for each row of another length. */
const bytesAtOnce = 1_024;

/** A line of the file as its cells. */
export interface FileRecord {
  record: string[];
  line: number;
}

/**
 * Parses a file of charges into its header and rows, and leaves out blank ones. Other requests are answered between slices.
 * Stops at the first limit of `chargeFileLimits` that the file exceeds. @throws HearthError VALIDATION.
 */
export async function parseRecords(csv: string): Promise<FileRecord[]> {
  const records: FileRecord[] = [];
  let blankCount = 0;
  const parser = parse({
    bom: true,
    // Read as plain cells, so that a missing cell is reported by its column together with all other bad rows.
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: chargeFileLimits.rowCharacters,
    cast: (cell, { index, lines }) => {
      if (index < chargeFileLimits.columns) return cell;
      throw refused(`Line ${lines} has more than ${shown(chargeFileLimits.columns)} columns`);
    },
    on_record: (record: string[], { lines }) => {
      if (record.every((cell) => cell.trim() === "")) blankCount += 1;
      else records.push({ record, line: lines });
      if (blankCount > chargeFileLimits.rows) {
        throw refused(`This file has more than ${shown(chargeFileLimits.rows)} blank rows. Please remove them`);
      }
      if (records.length > 1 + chargeFileLimits.rows) throw refused(`One file takes at most ${shown(chargeFileLimits.rows)} charges`);
      return null; // kept above, with its line
    },
  });
  try {
    await pipeline(slicesOf(Buffer.from(csv)), parser.resume());
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error) : error;
  }
  return records;
}

async function* slicesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += bytesAtOnce) {
    yield bytes.subarray(start, start + bytesAtOnce);
    await nextTurn();
  }
}

function unreadable(error: CsvError): HearthError {
  const line = typeof error["lines"] === "number" ? error["lines"] : null;
  if (line === null) return refused("This is no CSV file", error);
  if (error.code !== "CSV_MAX_RECORD_SIZE") return refused(`Line ${line} cannot be read: a quotation mark is out of place`, error);
  const tooLong = `Line ${line} has a row of more than ${shown(chargeFileLimits.rowCharacters)} characters`;
  return refused(`${tooLong}. Is a quotation mark missing?`, error);
}

const shown = (count: number) => count.toLocaleString("en-US");

/** The refusal of a whole file. */
export function refused(message: string, cause?: unknown): HearthError {
  return new HearthError("VALIDATION", { message, fields: { csv: message }, cause });
}
