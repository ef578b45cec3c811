import { HearthError } from "@hearth/domain/errors";
import { type IdKind, parsePublicId, publicId } from "@hearth/domain/ids";
import type { ListOrder } from "@hearth/domain/page";

/** A place in a list that is ordered by a time and then by id: the next page begins after it. */
export interface CursorPosition {
  at: Date;
  id: string;
}

/** A place in a list that is ordered by name and then by id. */
export interface NamedCursorPosition {
  name: string;
  id: string;
}

/** A place in a list that is ordered by amount and then by id. */
interface AmountPosition {
  cents: number;
  id: string;
}

/** A place as clients send it back: its time and the row's public id. */
export function writeCursor(kind: IdKind, place: CursorPosition): string {
  return `${place.at.toISOString()}_${publicId(kind, place.id)}`;
}

/** Reads a cursor back. @throws HearthError VALIDATION for one that `writeCursor` does not write. */
export function readCursor(kind: IdKind, cursor: string): CursorPosition {
  const split = cursor.indexOf("_");
  const at = new Date(cursor.slice(0, Math.max(split, 0)));
  const id = parsePublicId(kind, cursor.slice(split + 1));
  if (Number.isNaN(at.getTime()) || id === null) throw invalidCursor();
  return { at, id };
}

const isByAmount = (order: ListOrder) => order === "largest" || order === "smallest";

/** Reads the cursor of a list that is ordered by time or by amount. @throws HearthError VALIDATION for one of another order too. */
export function readOrderedCursor(kind: IdKind, cursor: string, order: ListOrder): CursorPosition | AmountPosition {
  const amount = /^(\d+)_(.+)$/.exec(cursor);
  if (isByAmount(order) !== (amount !== null)) throw invalidCursor();
  if (amount === null) return readCursor(kind, cursor);
  const id = parsePublicId(kind, amount[2] ?? "");
  if (id === null) throw invalidCursor();
  return { cents: Number(amount[1]), id };
}

/** A place by name as clients send it back: the name in base64url, which every header can hold, and the row's public id. */
export function writeNamedCursor(kind: IdKind, { name, id }: NamedCursorPosition): string {
  return `${Buffer.from(name).toString("base64url")}.${publicId(kind, id)}`;
}

/** Reads such a cursor back. @throws HearthError VALIDATION for one that `writeNamedCursor` does not write, or a name that no database holds. */
export function readNamedCursor(kind: IdKind, cursor: string): NamedCursorPosition {
  const [encoded = "", publicRowId = ""] = cursor.split(".");
  const name = Buffer.from(encoded, "base64url").toString();
  const id = parsePublicId(kind, publicRowId);
  if (id === null || name.includes("\0") || writeNamedCursor(kind, { name, id }) !== cursor) throw invalidCursor();
  return { name, id };
}

function invalidCursor(): HearthError {
  const message = "This cursor is not valid";
  return new HearthError("VALIDATION", { message, fields: { cursor: message } });
}

/** Cuts one row too many off a page and says where the next one begins; ask the database for `limit + 1` rows. */
export function paginate<Row>(kind: IdKind, rows: Row[], limit: number, positionOf: (row: Row) => CursorPosition) {
  return cut(rows, limit, (last) => writeCursor(kind, positionOf(last)));
}

/** Cuts one row too many off a page that is ordered by time or by amount. */
export function paginateInOrder<Row>(
  kind: IdKind,
  rows: Row[],
  limit: number,
  order: ListOrder,
  positionOf: (row: Row) => CursorPosition & AmountPosition,
) {
  return cut(rows, limit, (last) => {
    const { at, cents, id } = positionOf(last);
    return isByAmount(order) ? `${cents}_${publicId(kind, id)}` : writeCursor(kind, { at, id });
  });
}

/**
 * Cuts one row too many off a page that is ordered by name and says where the next one begins; ask the database for `limit + 1` rows.
 */
export function paginateByName<Row extends NamedCursorPosition>(kind: IdKind, rows: Row[], limit: number) {
  return cut(rows, limit, (last) => writeNamedCursor(kind, last));
}

function cut<Row>(rows: Row[], limit: number, write: (last: Row) => string) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: rows.length > limit && last ? write(last) : null };
}
