import {
  type ChargeFileColumn,
  chargeFileColumns,
  formerColumns,
  type ChargeFileRow,
  readChargeRow,
  type RowProblem,
} from "@hearth/domain/rent/charge-file";
import { limits } from "@hearth/domain/limits";
import { leaseFullMessage } from "@hearth/domain/rent/entry";
import { inSlices } from "../../../in-slices.ts";
import type { ChargeLikeness, LetUnitRow } from "./charge-file.repo.ts";
import { type FileRecord, parseRecords, refused } from "./parse-records.ts";

/** Rows of a file that are read and that are matched, and units of a merchant, before others are answered. A row wrong in every cell takes 0.3 ms to read. */
const [readAtOnce, rowsAtOnce, unitsAtOnce] = [50, 250, 2_000];

/** UTF-16 units of the longest name before it is normalised: a character has at most four units, each of at most two. */
const longestName = 8 * limits.nameMaxLength;

/** A row of a file that can be charged, with the lease that it is for. */
export interface ReadyCharge extends ChargeFileRow {
  /** The row's line in the file. The header is line 1. */
  line: number;
  leaseId: string;
  timeZone: string;
  tenants: string[];
}

export interface BadRow extends RowProblem {
  line: number;
}

interface FileLine {
  line: number;
  /** The names in the row, also where other cells are wrong. */
  place: { property: string; unit: string };
  read: ChargeFileRow | RowProblem[];
}

/** Reads a file of charges line by line, in slices between which others are answered. @throws HearthError VALIDATION where it is no such file. */
export async function readChargeFile(csv: string): Promise<FileLine[]> {
  const records = await parseRecords(csv);
  const [heads, ...rows] = records;
  const places = placesOf(heads?.record ?? []);
  if (rows.length === 0) throw refused("There is no charge in this file, only the names of its columns");
  const lines: FileLine[] = [];
  for await (const slice of inSlices(rows, readAtOnce)) lines.push(...slice.map((row) => readLine(row, places)));
  return lines;
}

function readLine({ record, line }: FileRecord, places: Record<ChargeFileColumn, number>): FileLine {
  const cell = (column: ChargeFileColumn) => record[places[column]] ?? "";
  const cells = {
    Property: cell("Property"),
    Unit: cell("Unit"),
    Kind: cell("Kind"),
    Description: cell("Description"),
    Amount: cell("Amount"),
    Due: cell("Due"),
  };
  return { line, place: { property: cells.Property.trim(), unit: cells.Unit.trim() }, read: readChargeRow(cells) };
}

function placesOf(heads: readonly string[]): Record<ChargeFileColumn, number> {
  const names = heads.map((head) => head.trim().toLowerCase());
  const place = (column: ChargeFileColumn) =>
    names.findIndex((name) => name === column.toLowerCase() || name === formerColumns[column]?.toLowerCase());
  const missing = chargeFileColumns.filter((column) => place(column) === -1);
  if (missing.length > 0) throw refused(`The first line must name the columns. Missing: ${missing.join(", ")}`);
  return {
    Property: place("Property"),
    Unit: place("Unit"),
    Kind: place("Kind"),
    Description: place("Description"),
    Amount: place("Amount"),
    Due: place("Due"),
  };
}

/** The comparison key of a name, which ignores letter case and Unicode form. No name is as long as a text that is left unchanged. */
function nameKey(name: string): string {
  return name.length > longestName ? name : name.normalize("NFC").toLowerCase();
}

/** A merchant's units and their leases by their names, whatever the letters' case. */
export interface UnitIndex {
  properties: ReadonlySet<string>;
  leasesOf: ReadonlyMap<string, LetUnitRow[]>;
}

/** Indexes a merchant's units, in slices between which others are answered. */
export async function indexUnits(units: readonly LetUnitRow[]): Promise<UnitIndex> {
  const properties = new Set<string>();
  const leasesOf = new Map<string, LetUnitRow[]>();
  for await (const slice of inSlices(units, unitsAtOnce)) {
    for (const unit of slice) {
      const property = nameKey(unit.property);
      properties.add(property);
      const key = JSON.stringify([property, nameKey(unit.unit)]);
      const others = leasesOf.get(key);
      if (others === undefined) leasesOf.set(key, [unit]);
      else others.push(unit);
    }
  }
  return { properties, leasesOf };
}

/** Finds the lease of each row by the names of where it is; what cannot be charged says why. Others are answered between slices of the rows. */
export async function matchRows(lines: readonly FileLine[], units: UnitIndex): Promise<{ ready: ReadyCharge[]; bad: BadRow[] }> {
  const matched: { ready: ReadyCharge[]; bad: BadRow[] } = { ready: [], bad: [] };
  const first = new Map<string, number>();
  for await (const slice of inSlices(lines, rowsAtOnce)) for (const row of slice) matchRow(row, units, first, matched);
  return matched;
}

function matchRow(
  { line, place, read }: FileLine,
  units: UnitIndex,
  first: Map<string, number>,
  { ready, bad }: { ready: ReadyCharge[]; bad: BadRow[] },
): void {
  const found = Array.isArray(read) ? withPlace(read, findUnit(place, units)) : findLease(read, units);
  if (Array.isArray(found)) {
    bad.push(...found.map((problem) => ({ line, ...problem })));
    return;
  }
  const charge = { line, ...found };
  const likeness = likenessOf(charge);
  const earlier = first.get(likeness);
  if (earlier === undefined) {
    first.set(likeness, line);
    ready.push(charge);
  } else bad.push({ line, column: "Description", message: `This is the same charge as in line ${earlier}` });
}

/** Adds the problem of a wrong row's place, unless the row has no place. */
function withPlace(problems: readonly RowProblem[], unit: LetUnitRow[] | RowProblem): RowProblem[] {
  if (Array.isArray(unit) || problems.some(({ column }) => column === "Property" || column === unit.column)) return [...problems];
  return [unit, ...problems];
}

/** The leases of a unit, by the names of where it is. */
function findUnit(place: { property: string; unit: string }, { properties, leasesOf }: UnitIndex): LetUnitRow[] | RowProblem {
  const property = nameKey(place.property);
  if (!properties.has(property)) return { column: "Property", message: "You have no property of this name" };
  return (
    leasesOf.get(JSON.stringify([property, nameKey(place.unit)])) ?? {
      column: "Unit",
      message: "This property has no unit of this name",
    }
  );
}

function findLease(row: ChargeFileRow, units: UnitIndex): Omit<ReadyCharge, "line"> | RowProblem[] {
  const candidates = findUnit(row, units);
  if (!Array.isArray(candidates)) return [candidates];
  for (const { leaseId, startsOn, endsOn, timeZone, tenants } of candidates) {
    if (leaseId === null || startsOn === null || timeZone === null) continue;
    if (startsOn <= row.dueOn && (endsOn === null || row.dueOn <= endsOn)) return { ...row, leaseId, timeZone, tenants };
  }
  return [{ column: "Due", message: "No one rents this unit on this day" }];
}

/** Leaves out rows that are charged already, so that a file uploaded twice charges nobody twice. */
export function leaveOutCharged(
  ready: readonly ReadyCharge[],
  charged: readonly ChargeLikeness[],
): { ready: ReadyCharge[]; bad: BadRow[] } {
  const there = new Set(charged.map(likenessOf));
  const [known, fresh] = [ready.filter((row) => there.has(likenessOf(row))), ready.filter((row) => !there.has(likenessOf(row)))];
  return { ready: fresh, bad: known.map(({ line }) => ({ line, column: "Description", message: "This is charged already" })) };
}

/** Leaves out rows beyond the open charges that a lease may have. */
export function leaveOutFull(ready: readonly ReadyCharge[], open: ReadonlyMap<string, number>): { ready: ReadyCharge[]; bad: BadRow[] } {
  const counts = new Map(open);
  const [fitting, bad]: [ReadyCharge[], BadRow[]] = [[], []];
  for (const row of ready) {
    const count = counts.get(row.leaseId) ?? 0;
    if (count >= limits.openChargesPerLease) bad.push({ line: row.line, column: "Unit", message: leaseFullMessage });
    else fitting.push(row);
    counts.set(row.leaseId, count + 1);
  }
  return { ready: fitting, bad };
}

function likenessOf({ leaseId, kind, description, cents, dueOn }: ChargeLikeness): string {
  return JSON.stringify([leaseId, kind, description, cents, dueOn]);
}
