import { HearthError } from "@hearth/domain/errors";
import { type IdKind, parsePublicId, publicId } from "@hearth/domain/ids";
import type { ListOrder } from "@hearth/domain/page";

/** A position in a list ordered by time and then id. The next page begins after it. */
export interface CursorPosition {
  at: Date;
  id: string;
}

/** A position in a list ordered by name and then id. */
export interface NamedCursorPosition {
  name: string;
  id: string;
}

/** A position in a list ordered by amount and then id. */
interface AmountPosition {
  cents: number;
  id: string;
}

/** Encodes a position for clients: its time and the row's public id. */
export function writeCursor(kind: IdKind, place: CursorPosition): string {
  return `${place.at.toISOString()}_${publicId(kind, place.id)}`;
}

/** Decodes a cursor. @throws HearthError VALIDATION for one that `writeCursor` cannot produce. */
export function readCursor(kind: IdKind, cursor: string): CursorPosition {
  const split = cursor.indexOf("_");
  const at = new Date(cursor.slice(0, Math.max(split, 0)));
  const id = parsePublicId(kind, cursor.slice(split + 1));
  if (Number.isNaN(at.getTime()) || id === null) throw invalidCursor();
  return { at, id };
}

const isByAmount = (order: ListOrder) => order === "largest" || order === "smallest";

/** Decodes the cursor of a list ordered by time or amount. @throws HearthError VALIDATION, also for a cursor of another order. */
export function readOrderedCursor(kind: IdKind, cursor: string, order: ListOrder): CursorPosition | AmountPosition {
  const amount = /^(\d+)_(.+)$/.exec(cursor);
  if (isByAmount(order) !== (amount !== null)) throw invalidCursor();
  if (amount === null) return readCursor(kind, cursor);
  const id = parsePublicId(kind, amount[2] ?? "");
  if (id === null) throw invalidCursor();
  return { cents: Number(amount[1]), id };
}

/** Encodes a position by name: the name in base64url, which any header can contain, and the row's public id. */
export function writeNamedCursor(kind: IdKind, { name, id }: NamedCursorPosition): string {
  return `${Buffer.from(name).toString("base64url")}.${publicId(kind, id)}`;
}

/**
 * Decodes such a cursor. @throws HearthError VALIDATION for one that `writeNamedCursor` cannot produce, or a name that PostgreSQL cannot
 * store.
 */
export function readNamedCursor(kind: IdKind, cursor: string): NamedCursorPosition {
  const [encoded = "", publicRowId = ""] = cursor.split(".");
  const name = Buffer.from(encoded, "base64url").toString();
  const id = parsePublicId(kind, publicRowId);
  if (id === null || name.includes("\0") || writeNamedCursor(kind, { name, id }) !== cursor) throw invalidCursor();
  return { name, id };
}

export function invalidCursor(): HearthError {
  const message = "This cursor is not valid";
  return new HearthError("VALIDATION", { message, fields: { cursor: message } });
}

/** Cuts the extra row off a page and returns the next cursor. Query `limit + 1` rows. */
export function paginate<Row>(kind: IdKind, rows: Row[], limit: number, positionOf: (row: Row) => CursorPosition) {
  return cut(rows, limit, (last) => writeCursor(kind, positionOf(last)));
}

/** Does the same for a page ordered by time or amount. */
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

/** Does the same for a page ordered by name. */
export function paginateByName<Row extends NamedCursorPosition>(kind: IdKind, rows: Row[], limit: number) {
  return cut(rows, limit, (last) => writeNamedCursor(kind, last));
}

function cut<Row>(rows: Row[], limit: number, write: (last: Row) => string) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: rows.length > limit && last ? write(last) : null };
}
