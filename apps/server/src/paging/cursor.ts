import { HearthError } from "@hearth/domain/errors";
import { type IdKind, parsePublicId, publicId } from "@hearth/domain/ids";

/** A place in a list that is ordered by a time and then by id: the next page begins after it. */
export interface Place {
  at: Date;
  id: string;
}

/** A place as clients send it back: its time and the row's public id. */
export function writeCursor(kind: IdKind, place: Place): string {
  return `${place.at.toISOString()}_${publicId(kind, place.id)}`;
}

/** Reads a cursor back. @throws HearthError VALIDATION for one that `writeCursor` does not write. */
export function readCursor(kind: IdKind, cursor: string): Place {
  const split = cursor.indexOf("_");
  const at = new Date(cursor.slice(0, Math.max(split, 0)));
  const id = parsePublicId(kind, cursor.slice(split + 1));
  if (Number.isNaN(at.getTime()) || id === null) {
    const message = "This cursor is not valid";
    throw new HearthError("VALIDATION", { message, fields: { cursor: message } });
  }
  return { at, id };
}

/** Cuts one row too many off a page and says where the next one begins; ask the database for `limit + 1` rows. */
export function cutPage<Row>(kind: IdKind, rows: Row[], limit: number, placeOf: (row: Row) => Place) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: rows.length > limit && last ? writeCursor(kind, placeOf(last)) : null };
}
