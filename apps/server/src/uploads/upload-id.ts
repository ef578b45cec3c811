import { randomUUID } from "node:crypto";

const idShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A new file's id: a UUID of version 7, so that ids sort by the moment at which they were made. */
export function makeUploadId(now: Date): string {
  return `${lowestIdOf(now)}-7${randomUUID().slice(15)}`;
}

/** An upload's id, as it was given. @throws RangeError for anything else, so that no id ever leads out of the place of uploads. */
export function checkUploadId(id: string): string {
  if (!idShape.test(id)) throw new RangeError("An upload's id is a UUID");
  return id;
}

/** When an id was made, in milliseconds since 1970; null for what is no id of version 7. */
export function madeAt(id: string): number | null {
  return idShape.test(id) && id[14] === "7" ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : null;
}

/** What every id that was made at a moment or later sorts behind. */
export function lowestIdOf(moment: Date): string {
  const digits = Math.max(0, moment.getTime()).toString(16).padStart(12, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}
