import { HearthError } from "@hearth/domain/errors";
import { z } from "zod";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import type { Actor, CallOrigin } from "../../trpc/context.ts";
import { businessParts } from "./own-business.repo.ts";
import { personalParts } from "./own-data.repo.ts";

/** The parts of the file, in order. */
const ownDataParts = [...personalParts, ...businessParts];

/** Rows per call, for one piece of the file. */
const rowsOfACall = 500;
/** Rows per part. Older rows are left out, and the file says so. A landlord's books have exports of their own. */
const mostOfAPart = 10_000;

/** A call's input: without a cursor the file's first piece, with one the next piece. */
export const ownDataInput = z.strictObject({ cursor: z.string().max(4_000).optional() });
/** A piece of the file's text. `cursor` continues with the next piece, and is null with the last. */
export const ownDataView = z.strictObject({ fileName: z.string(), json: z.string(), cursor: z.string().nullable() });
export type OwnDataView = z.infer<typeof ownDataView>;

/** The content of a cursor. It is encrypted, so that a download cannot begin in the middle and skip the audit log. */
const placeSchema = z.object({
  startedAt: z.iso.datetime(),
  /** The index of the part, its number of rows written, and the key of the last one. */
  part: z.int(),
  count: z.int(),
  after: z.string().nullable(),
  cut: z.string().array(),
});
type Place = z.infer<typeof placeSchema>;

/**
 * Returns the next piece of all data about the caller and the business that they own. The pieces form one JSON file. Amounts are whole cents, times ISO 8601 in
 * UTC. A call reads slightly over 500 rows, with a statement for each part that it reaches. @throws HearthError VALIDATION for another account's cursor,
 * RATE_LIMITED.
 */
export async function exportOwnData(
  deps: Deps,
  origin: CallOrigin,
  { userId }: Actor,
  { cursor }: z.infer<typeof ownDataInput>,
): Promise<OwnDataView> {
  const { db, clock } = deps;
  const context = `own data ${userId}`;
  const now = clock.now();
  const place = cursor === undefined ? beginningOf(now) : readCursor(deps, cursor, context);
  const text: string[] = [];
  if (cursor === undefined) {
    deps.rateLimits.take("file", userId);
    await insertAuditEntry(db, origin, { at: now, actorId: userId, action: "account.exported" });
    text.push(`{\n"exportedAt": ${JSON.stringify(now)}`);
  }
  for (let rows = 0; rows < rowsOfACall && place.part < ownDataParts.length;) rows += await writeRows(deps, userId, place, text);
  const isWhole = place.part === ownDataParts.length;
  if (isWhole) text.push(`,\n"cutAt": ${mostOfAPart},\n"cut": ${JSON.stringify(place.cut)}\n}\n`);
  return {
    fileName: `hearth-account-${place.startedAt.slice(0, 10)}.json`,
    json: text.join(""),
    cursor: isWhole ? null : deps.encryption.encrypt(JSON.stringify(place), context),
  };
}

function beginningOf(now: Date): Place {
  return { startedAt: now.toISOString(), part: 0, count: 0, after: null, cut: [] };
}

function readCursor({ encryption }: Deps, cursor: string, context: string): Place {
  try {
    return placeSchema.parse(JSON.parse(encryption.decrypt(cursor, context)));
  } catch (cause) {
    throw new HearthError("VALIDATION", { message: "Please begin the download again", fields: { cursor: "Not known here" }, cause });
  }
}

/** Writes the next rows of the current part, and advances the position. Returns how many rows it wrote. */
async function writeRows({ db }: Deps, userId: string, place: Place, text: string[]): Promise<number> {
  const part = ownDataParts[place.part];
  if (part === undefined) throw new Error("The file has no such part");
  const { name, read } = part;
  const rows = await read(db, { userId, after: place.after, limit: rowsOfACall });
  const jsonLines = rows.map(({ key: _key, ...row }) => JSON.stringify(row));
  const isOne = name === "account" || name === "business";
  if (isOne) {
    text.push(`,\n"${name}": ${jsonLines[0] ?? "null"}`);
  } else {
    if (place.after === null) text.push(`,\n"${name}": [`);
    text.push(jsonLines.map((row, index) => `${place.count + index > 0 ? "," : ""}\n${row}`).join(""));
  }
  place.count += rows.length;
  place.after = rows.at(-1)?.key ?? null;
  const isFull = place.count >= mostOfAPart;
  if (isFull) place.cut.push(name);
  if (isFull || isOne || rows.length < rowsOfACall) {
    if (!isOne) text.push("]");
    Object.assign(place, { part: place.part + 1, count: 0, after: null });
  }
  return rows.length;
}
