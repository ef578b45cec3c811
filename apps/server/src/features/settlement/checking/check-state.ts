import type { DatabaseOrTransaction } from "@hearth/db/client";
import { type StatePlace, stateParts } from "@hearth/domain/operations/inputs";
import { checkFigureSpans, checkFigureStretch } from "../../figures/check-figures.ts";
import { expandChanges, forgetChanges, listChanges, listIds, type Subjects } from "./unchecked-changes.repo.ts";

/** Something that must hold of rows of one kind; answers one sentence for each contradiction among those with these ids. */
export interface Rule {
  of: keyof Subjects;
  check(db: DatabaseOrTransaction, ids: string[]): Promise<string[]>;
}

/** So many rows are checked by one statement. */
const rowsAtOnce = 1_000;
/** So many changes are looked at together. */
const changesAtOnce = 2_000;

/** A stretch of the whole state that was checked, and where to go on; null at the end. */
export interface CheckedStretch {
  broken: string[];
  next: StatePlace | null;
}

/** How a stretch is checked. */
export interface StretchOptions {
  /** So many rows, default 1,000. */
  limit?: number;
  /** Awaited after each rule, which is a statement, so that whoever checks beside others' work may rest there. */
  rest?: () => Promise<void>;
}

/** Where a check of the whole state begins. */
export const stateBeginning: StatePlace = { part: stateParts[0], after: null };

/** Checks one stretch of the whole state: so many rows, or a stretch of the figures. Each rule is a statement over that many rows at most. */
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
  return { broken: await apply(db, rules, part, ids, rest), next: ids.length < limit ? null : (ids.at(-1) ?? null) };
}

/** Checks the whole state, stretch after stretch. For small databases and for operators; the job does it a little at a time. */
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
 * Checks what was changed since it was last found sound, with what hangs on it. What is sound is forgotten; what is not stays, and is told again until it is put
 * right. Its work grows with what has changed and never with history.
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

async function checkSubjects(db: DatabaseOrTransaction, rules: readonly Rule[], subjects: Subjects): Promise<string[]> {
  const broken: string[] = [];
  for (const part of ["payments", "transfers", "refunds", "disputes", "leases"] as const)
    broken.push(...(await apply(db, rules, part, subjects[part])));
  return broken;
}

async function apply(
  db: DatabaseOrTransaction,
  rules: readonly Rule[],
  part: keyof Subjects,
  ids: string[],
  rest?: StretchOptions["rest"],
): Promise<string[]> {
  const broken: string[] = [];
  if (ids.length === 0) return broken;
  for (const rule of rules.filter((each) => each.of === part)) {
    broken.push(...(await rule.check(db, ids)));
    await rest?.();
  }
  return broken;
}
