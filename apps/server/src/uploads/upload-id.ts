import { randomUUID } from "node:crypto";

const idShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Creates an upload's id: a UUID of version 7, so that ids sort by creation time. */
export function makeUploadId(now: Date): string {
  return `${lowestIdOf(now)}-7${randomUUID().slice(15)}`;
}

/** Validates an upload's id. @throws RangeError for anything else, so that no id can leave the store's place. */
export function checkUploadId(id: string): string {
  if (!idShape.test(id)) throw new RangeError("An upload's id is a UUID");
  return id;
}

/** Returns an id's creation time in milliseconds since 1970; null for other versions than 7. */
export function madeAt(id: string): number | null {
  return idShape.test(id) && id[14] === "7" ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : null;
}

/** Returns a prefix that sorts before every id created at this time or later. */
export function lowestIdOf(moment: Date): string {
  const digits = Math.max(0, moment.getTime()).toString(16).padStart(12, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}
