import type { DatabaseOrTransaction } from "@hearth/db/client";
import type { ChangedLines } from "@hearth/db/schema/unchecked-changes";
import { type StatePlace, stateParts } from "@hearth/domain/operations/inputs";
import { checkFigureSpans, checkFigureStretch } from "../../figures/check-figures.ts";
import { expandChanges, forgetChanges, listChanges, listIds, type Subjects } from "./unchecked-changes.repo.ts";

/**
 * A consistency rule for rows of one kind. `check` returns one sentence per contradiction among the rows with the given ids. A rule of leases checks only
 * these of their charges and credits, where it is given any.
 */
export interface Rule {
  of: keyof Subjects;
  check(db: DatabaseOrTransaction, ids: string[], lines?: ChangedLines): Promise<string[]>;
}

/** Rows per statement of a rule. */
const rowsAtOnce = 1_000;
/** Changes per batch of `checkChanges`. */
const changesAtOnce = 2_000;

/** Result of checking one section of the whole state. `next` is where to continue, or null at the end. */
export interface CheckedStretch {
  broken: string[];
  next: StatePlace | null;
}

export interface StretchOptions {
  /** Rows per section. Default: 1,000. */
  limit?: number;
  /** Called after each rule (one statement). Lets a background check pause between statements. */
  rest?: () => Promise<void>;
}

export const stateBeginning: StatePlace = { part: stateParts[0], after: null };

/**
 * Checks one section of the whole state: `limit` rows of a table, or a section of the figures. Each rule is one statement over the
 * section's rows.
 */
export async function checkStretch(
  db: DatabaseOrTransaction,
  rules: readonly Rule[],
  { part, after }: StatePlace,
  options: StretchOptions = {},
): Promise<CheckedStretch> {
  const { broken, next } = await checkPart(db, rules, { part, after }, options);
  if (next !== null) return { broken, next: { part, after: next } };
  const following = stateParts[stateParts.indexOf(part) + 1];
  return { broken, next: following === undefined ? null : { part: following, after: null } };
}

async function checkPart(
  db: DatabaseOrTransaction,
  rules: readonly Rule[],
  { part, after }: StatePlace,
  { limit = rowsAtOnce, rest }: StretchOptions,
) {
  if (part === "figures") return checkFigureStretch(db, after);
  if (part === "spans") return checkFigureSpans(db, after);
  const ids = await listIds(db, part, after, limit);
  return {
    broken: await apply(db, rules, part, ids, rest === undefined ? {} : { rest }),
    next: ids.length < limit ? null : (ids.at(-1) ?? null),
  };
}

/** Checks the whole state, section by section. For small databases and for operators; the job checks one section at a time. */
export async function checkWholeState(db: DatabaseOrTransaction, rules: readonly Rule[]): Promise<string[]> {
  const broken: string[] = [];
  for (let at: StatePlace | null = stateBeginning; at !== null;) {
    const stretch: CheckedStretch = await checkStretch(db, rules, at);
    broken.push(...stretch.broken);
    at = stretch.next;
  }
  return broken;
}

/**
 * Checks every row changed since it was last found consistent, with the rows related to it. Removes the consistent batches from the list.
 * Batches with a contradiction stay and are reported again until fixed. The cost grows with the number of changes, not with history.
 */
export async function checkChanges(db: DatabaseOrTransaction, rules: readonly Rule[]): Promise<string[]> {
  const all: string[] = [];
  for (let after = 0; ;) {
    const changes = await listChanges(db, after, changesAtOnce);
    const last = changes.at(-1);
    if (last === undefined) return all;
    const broken = await checkSubjects(db, rules, await expandChanges(db, changes));
    if (broken.length === 0)
      await forgetChanges(
        db,
        changes.map(({ id }) => id),
      );
    all.push(...broken);
    after = last.id;
  }
}

async function checkSubjects(
  db: DatabaseOrTransaction,
  rules: readonly Rule[],
  subjects: Subjects & { lines: ChangedLines },
): Promise<string[]> {
  const broken: string[] = [];
  for (const part of ["payments", "transfers", "refunds", "disputes", "leases"] as const)
    broken.push(...(await apply(db, rules, part, subjects[part], { lines: subjects.lines })));
  return broken;
}

async function apply(
  db: DatabaseOrTransaction,
  rules: readonly Rule[],
  part: keyof Subjects,
  ids: string[],
  { lines, rest }: Pick<StretchOptions, "rest"> & { lines?: ChangedLines },
): Promise<string[]> {
  const broken: string[] = [];
  if (ids.length === 0) return broken;
  for (const rule of rules.filter((each) => each.of === part)) {
    broken.push(...(await rule.check(db, ids, lines)));
    await rest?.();
  }
  return broken;
}
