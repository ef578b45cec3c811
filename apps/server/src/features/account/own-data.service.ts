import { HearthError } from "@hearth/domain/errors";
import { z } from "zod";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import type { Actor, CallOrigin } from "../../trpc/context.ts";
import { businessParts } from "./own-business.repo.ts";
import { personalParts } from "./own-data.repo.ts";

/** The parts of the file in their order. */
const ownDataParts = [...personalParts, ...businessParts];

/** Rows that one call reads, and of which it writes a piece of the file. */
const rowsOfACall = 500;
/** Older rows of one part than these are left out, and the file says so; a landlord's books have exports of their own. */
const mostOfAPart = 10_000;

/** What one call asks for: the beginning of the file, or the piece that follows another. */
export const ownDataInput = z.strictObject({ cursor: z.string().max(4_000).optional() });
/** A piece of the file's text; `cursor` asks for the next one, and is null with the last. */
export const ownDataView = z.strictObject({ fileName: z.string(), json: z.string(), cursor: z.string().nullable() });
export type OwnDataView = z.infer<typeof ownDataView>;

/** Where the next piece goes on; encrypted, so that nobody begins in the middle and is not in the audit log. */
const placeSchema = z.object({
  startedAt: z.iso.datetime(),
  /** The part of the file by its number, how many rows of it are written, and the key of the last one. */
  part: z.int(),
  count: z.int(),
  after: z.string().nullable(),
  cut: z.string().array(),
});
type Place = z.infer<typeof placeSchema>;

/**
 * The next piece of everything that is kept about who asks, and about the business that they own; the pieces together are one JSON file. Amounts are whole
 * cents, moments ISO 8601 in UTC. A call reads 500 rows or some more, with a statement for each part that it comes to. @throws HearthError VALIDATION for a
 * cursor of somebody else's, RATE_LIMITED.
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

/** Writes the next rows of the part at the place, and moves the place behind them; answers how many. */
async function writeRows({ db }: Deps, userId: string, place: Place, text: string[]): Promise<number> {
  const part = ownDataParts[place.part];
  if (part === undefined) throw new Error("The file has no such part");
  const { name, read } = part;
  const rows = await read(db, { userId, after: place.after, limit: rowsOfACall });
  const written = rows.map(({ key: _key, ...row }) => JSON.stringify(row));
  const isOne = name === "account" || name === "business";
  if (isOne) {
    text.push(`,\n"${name}": ${written[0] ?? "null"}`);
  } else {
    if (place.after === null) text.push(`,\n"${name}": [`);
    text.push(written.map((row, at) => `${place.count + at > 0 ? "," : ""}\n${row}`).join(""));
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
