import { HearthError } from "@hearth/domain/errors";

/** Changed fields with their values before and after. */
export type Changes = Record<string, { from: string | null; to: string | null }>;

/** An edit of a record. Undefined and missing fields stay unchanged. */
export type Edited<Fields> = { [Field in keyof Fields]?: Fields[Field] | undefined };

/** Compares an edit with the record. Returns the fields that differ. */
export function changesBetween(before: Record<string, unknown>, set: Record<string, string | null | undefined>): Changes {
  const changes: Changes = {};
  for (const [field, to] of Object.entries(set)) {
    const there = before[field];
    const from = typeof there === "string" ? there : null;
    if (to !== undefined && from !== to) changes[field] = { from, to };
  }
  return changes;
}

/** Rejects an edit when the record has changed since its editor read it, to the millisecond. @throws HearthError CONFLICT. */
export function requireUnchanged(updatedAt: Date, seenAt: Date | undefined): void {
  if (seenAt !== undefined && seenAt.getTime() !== updatedAt.getTime()) throw changedMeanwhile();
}

/** Rejects an edit of a record without a version when it shows something else than its editor saw. @throws HearthError CONFLICT. */
export function requireAsSeen(record: Record<string, unknown>, seen: Record<string, unknown> | undefined): void {
  if (Object.entries(seen ?? {}).some(([field, value]) => record[field] !== value)) throw changedMeanwhile();
}

/** The error of an edit whose record has changed since its editor read it. */
function changedMeanwhile(): HearthError {
  return new HearthError("CONFLICT", { message: "Someone else has changed this since you opened it. Nothing was saved." });
}

/** Returns the next version of a record: now, but always later than the previous one. */
export function versionAfter(previous: Date, now: Date): Date {
  return new Date(Math.max(now.getTime(), previous.getTime() + 1));
}
