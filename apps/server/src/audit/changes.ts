import { HearthError } from "@hearth/domain/errors";

/** What an edit changed, by field: before and after. */
export type Changes = Record<string, { from: string | null; to: string | null }>;

/** Fields of a record as an edit gives them; one that is undefined is left as it is, as is one that is not there. */
export type Edited<Fields> = { [Field in keyof Fields]?: Fields[Field] | undefined };

/** The fields of `set` that are different from what is there; what is left out of it stays as it is. */
export function changesBetween(before: Record<string, unknown>, set: Record<string, string | null | undefined>): Changes {
  const changes: Changes = {};
  for (const [field, to] of Object.entries(set)) {
    const there = before[field];
    const from = typeof there === "string" ? there : null;
    if (to !== undefined && from !== to) changes[field] = { from, to };
  }
  return changes;
}

/** Lets an edit pass when the record is still as its editor saw it, to the millisecond. @throws HearthError CONFLICT. */
export function requireUnchanged(updatedAt: Date, seenAt: Date | undefined): void {
  if (seenAt === undefined || seenAt.getTime() === updatedAt.getTime()) return;
  throw new HearthError("CONFLICT", { message: "Somebody else has changed this since you opened it. Nothing was saved." });
}

/** The next version of a record: now, and in any case later than the version before, so that no two share a moment. */
export function versionAfter(previous: Date, now: Date): Date {
  return new Date(Math.max(now.getTime(), previous.getTime() + 1));
}
