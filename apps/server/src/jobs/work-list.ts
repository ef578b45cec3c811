import { ChainUnavailable } from "@hearth/chain/chain-errors";
import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { isDatabaseAway } from "@hearth/db/errors";
import { setAsideAlarm, setAsideOthers, setAsideKeyPrefix } from "@hearth/domain/operations/alarms";
import { type WorkListName, workLists } from "@hearth/domain/operations/work-lists";
import type { Deps } from "../deps.ts";
import { clearAlarm, listLivingAmong, listLivingKeys, raiseAlarm } from "../features/alarms/alarms.repo.ts";
import { loops } from "./declared.ts";
import { describeError } from "./error-words.ts";
import {
  countSetAside,
  deleteSetAside,
  deleteUntried,
  type Item,
  listLeftAlarms,
  listWaited,
  type SetAsideRow,
  upsertSetAside,
} from "./set-aside.repo.ts";

/** Alarms that name an item, at most. All other items share one alarm, so that one cause does not send hundreds of emails. */
const mostNamed = 20;
/** Failures in a row to reach the chain after which the run leaves the remaining items to the next one. */
const mostAway = 10;
/** Items whose wait is over that one run loads. */
const mostWaited = 1_000;
/** An item not tried for this long is no longer due, since its job would have processed it. Loops run more often than jobs. */
const forgottenAfterMs = { loops: 3_600_000, jobs: 86_400_000 };
const listsOfLoops = Object.values(loops).flatMap((loop): readonly WorkListName[] => ("lists" in loop ? loop.lists : []));

/** The result of an item: done, done in part and continued in this run, or locked by another transaction. */
export type Outcome = "done" | "more" | "held";

/** Dependencies of work on a list. `ending` is the run's own, and is aborted at its deadline. */
type ListDeps = Pick<Deps, "db" | "log" | "clock" | "ending">;

/** A list of items that a job works through. */
export interface WorkList<Row> {
  list: WorkListName;
  pageSize: number;
  /** The due items, at most `limit`. May contain an item several times. Leaves out set-aside items with `isNotSetAside`. */
  next(limit: number): Promise<Row[]>;
  itemOf(row: Row): Item;
  /** Does the work of one item, in a transaction of its own. An error sets the item aside. */
  work(row: Row): Promise<Outcome>;
  /**
   * Does the work of up to `size` items in one transaction, where that takes far fewer statements. Returns the items that are done, in part or whole. All
   * others count as held. An error sets nothing aside: the group is halved until the failing item is alone. Items that failed before are worked on alone.
   */
  together?: { size: number; work(items: readonly Row[]): Promise<ReadonlyMap<string, Outcome>> };
  /** Items worked on concurrently, 1 by default. Items of one lane run one after another. */
  atOnce?: number;
  laneOf?(row: Row): string;
  /** The business whose items these are, where the list is processed per business. */
  merchantId?: string;
  /** Pages per run, where a loop returns at once for the next. */
  pages?: number;
  /** False where `next` does not return every due item, for example because it leases items for a while. An item missing from it may still be due. */
  isComplete?: boolean;
}

/** The number of items a run worked on, and whether it reached the list's end. */
export interface Run {
  worked: number;
  isWhole: boolean;
}

/**
 * Processes a list page by page, each item alone. A failed item is set aside with an alarm that names it. It is left out until its wait is over, and delays no
 * other. Stops between two items when the run has to end, and the next run continues there. A set-aside item that is no longer due is deleted, and its alarm
 * ends. One statement for each page and one for the run, beside those of the items. @throws ChainUnavailable where the chain could not be reached; any error of
 * the list's own query; and when the database is away.
 */
export async function workThrough<Row>(deps: ListDeps, work: WorkList<Row>): Promise<Run> {
  const { merchantId, pages = Infinity, isComplete = true } = work;
  const readWaited = () => listWaited(deps.db, { list: work.list, merchantId, now: deps.clock.now(), limit: mostWaited });
  let waited = isComplete ? new Set(await readWaited()) : null;
  let [worked, isWhole, page] = [0, false, 0];
  let away: ChainUnavailable[] = [];
  const isOver = () => away.length >= mostAway || deps.ending.signal.aborted;
  for (; !isWhole && page < pages && !isOver(); page++) {
    const due = await work.next(work.pageSize);
    if (due.length > 0) waited ??= new Set(await readWaited());
    const items = [...new Map(due.map((row) => [work.itemOf(row).id, row])).values()];
    const results: Result[] = [];
    for (const group of groupsOf(items, work, waited ?? new Set())) {
      if (isOver()) break;
      const ended = (await Promise.all(group.map((lane) => workTogether(deps, work, lane)))).flat();
      const failed = ended.flatMap(({ error }) => error ?? []);
      away = failed.length === ended.length ? [...away, ...failed] : [];
      results.push(...ended);
    }
    const passed = results.flatMap(({ id, outcome }) => (outcome === "done" && waited?.has(id) === true ? [id] : []));
    await endSetAside(deps, work.list, passed);
    for (const { id } of results) waited?.delete(id);
    worked += results.length;
    if (results.length < items.length) break;
    isWhole = due.length < work.pageSize && !results.some(({ outcome }) => outcome === "more");
    // Others hold all of them: another query at once would return the same items.
    if (!isWhole && results.every(({ outcome }) => outcome === "held")) break;
  }
  if (isWhole && isComplete) await endSetAside(deps, work.list, [...(waited ?? [])]);
  const [first] = away;
  if (first !== undefined) throw first;
  return { worked, isWhole };
}

/** A list whose items a loop claims for a while, so that no other worker works on them meanwhile. */
interface ClaimedList<Row> extends Pick<WorkList<Row>, "list" | "pageSize" | "atOnce" | "itemOf"> {
  /** Longer than the work of an item takes. If a process dies, its items are due again after this time. */
  claimMs: number;
  claim(claim: { now: Date; until: Date; limit: number }): Promise<Row[]>;
  work(row: Row): Promise<void>;
}

/** Claims a page of items and works on each. Returns true if more are due. */
export async function workThroughClaimed<Row>(deps: ListDeps, { claimMs, claim, work, ...list }: ClaimedList<Row>): Promise<boolean> {
  const { isWhole } = await workThrough(deps, {
    ...list,
    next: (limit) => {
      const now = deps.clock.now();
      return claim({ now, until: new Date(now.getTime() + claimMs), limit });
    },
    work: async (row) => {
      await work(row);
      return "done";
    },
    pages: 1,
    isComplete: false,
  });
  return !isWhole;
}

interface Result {
  id: string;
  outcome: Outcome | "failed";
  /** The error where the chain could not be reached. */
  error?: ChainUnavailable;
}

/** Splits a page into groups of lanes that run concurrently. Items worked on together form one lane. An item that failed before has its own lane. */
function groupsOf<Row>(
  page: readonly Row[],
  { atOnce = 1, laneOf, itemOf, together }: WorkList<Row>,
  waited: ReadonlySet<string>,
): Row[][][] {
  const { size } = together ?? { size: 1 };
  const laneOfRow = (row: Row, place: number) => {
    const { id } = itemOf(row);
    return laneOf?.(row) ?? (together === undefined || waited.has(id) ? id : Math.floor(place / size));
  };
  const lanes = [...Map.groupBy(page, laneOfRow).values()];
  return Array.from({ length: Math.ceil(lanes.length / atOnce) }, (_, place) => lanes.slice(place * atOnce, (place + 1) * atOnce));
}

/** Works on items in one transaction. Where that fails, works on each half, down to the failing item. */
async function workTogether<Row>(deps: ListDeps, work: WorkList<Row>, lane: readonly Row[]): Promise<Result[]> {
  if (lane.length < 2 || work.together === undefined) return workInTurn(deps, work, lane);
  try {
    const outcomes = await work.together.work(lane);
    return lane.map((row) => work.itemOf(row)).map(({ id }) => ({ id, outcome: outcomes.get(id) ?? "held" }));
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    const half = Math.ceil(lane.length / 2);
    return [...(await workTogether(deps, work, lane.slice(0, half))), ...(await workTogether(deps, work, lane.slice(half)))];
  }
}

async function workInTurn<Row>(deps: ListDeps, work: WorkList<Row>, lane: readonly Row[]): Promise<Result[]> {
  const results: Result[] = [];
  for (const row of lane) {
    if (deps.ending.signal.aborted) break;
    const item = work.itemOf(row);
    try {
      results.push({ id: item.id, outcome: await work.work(row) });
    } catch (error) {
      await setAside(deps, work.list, item, error);
      results.push({ id: item.id, outcome: "failed", ...(error instanceof ChainUnavailable && { error }) });
    }
  }
  return results;
}

/**
 * Sets a failed item aside and raises an alarm that names it, unless the chain could not be reached, which has an alarm of its own. @throws the failure itself
 * when the database is away.
 */
export async function setAside(deps: Pick<Deps, "db" | "log" | "clock">, list: WorkListName, item: Item, error: unknown): Promise<void> {
  if (isDatabaseAway(error)) throw error;
  if (!(error instanceof ChainUnavailable)) deps.log.error({ err: error, list, item: item.name }, `${workLists[list]}: ${item.name}`);
  await deps.db.transaction((tx) => keepFailure(tx, { list, item, error, now: deps.clock.now() }));
}

async function keepFailure(
  tx: Transaction,
  { list, item, error, now }: { list: WorkListName; item: Item; error: unknown; now: Date },
): Promise<void> {
  const isOwn = !(error instanceof ChainUnavailable);
  await upsertSetAside(tx, { list, item, error: describeError(error), isCounted: isOwn, now });
  if (!isOwn) return;
  const listAlarm = setAsideAlarm(list, item.name);
  const livingKeys = await listLivingKeys(tx, setAsideKeyPrefix, mostNamed + 1);
  const isNamed = livingKeys.includes(listAlarm) || livingKeys.filter((key) => key !== setAsideOthers).length < mostNamed;
  const message = isNamed
    ? `${workLists[list]}: ${item.name}. Everything else continues.`
    : "More items than have an alarm of their own failed.";
  await raiseAlarm(tx, { key: isNamed ? listAlarm : setAsideOthers, message, data: { list, item: item.name }, now });
}

/** Deletes the set-aside records of items that succeeded, and ends their alarms. One statement when none of them had failed. */
export async function endSetAside(
  { db, clock }: { db: DatabaseOrTransaction; clock: Pick<Deps["clock"], "now"> },
  list: WorkListName,
  items: readonly string[],
): Promise<void> {
  if (items.length === 0) return;
  const ended = await deleteSetAside(db, list, items);
  if (ended.length > 0) await clearAlarmsOf(db, ended, clock.now());
}

async function clearAlarmsOf(db: DatabaseOrTransaction, ended: readonly SetAsideRow[], now: Date): Promise<void> {
  const keys = ended.map(({ list, name }) => setAsideAlarm(list, name));
  // Items without an alarm of their own get one with their next failure, once there is room.
  if ((await countSetAside(db)) < mostNamed) keys.push(setAsideOthers);
  for (const key of await listLivingAmong(db, keys)) await clearAlarm(db, key, now);
}

/**
 * Deletes set-aside items that no job has tried for a day since their wait was over, or no loop for an hour. Ends the alarms of items that are no longer set
 * aside. Three statements where there is nothing to do.
 */
export async function forgetUntried({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
  const now = clock.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  await deleteUntried(db, { listsOfLoops, loops: before(forgottenAfterMs.loops), jobs: before(forgottenAfterMs.jobs) });
  const isFew = (await countSetAside(db)) < mostNamed;
  const left = await listLeftAlarms(db, setAsideKeyPrefix);
  for (const key of left) if (key !== setAsideOthers || isFew) await clearAlarm(db, key, now);
}

/** The results of items that were tried one after another. */
export interface Tried<Row, Result> {
  done: Result[];
  failed: Row[];
}

/**
 * Runs `work` for each item in turn within a transaction. When one fails, repeats each in a savepoint of its own, and sets the failing ones aside. Nothing of a
 * failed item is stored. Costs one savepoint when nothing fails. @throws when the database is away.
 */
export async function tryEach<Row, Result>(
  tx: Transaction,
  items: readonly Row[],
  { list, work, itemOf, now }: { list: WorkListName; work(tx: Transaction, item: Row): Promise<Result>; itemOf(row: Row): Item; now: Date },
): Promise<Tried<Row, Result>> {
  if (items.length === 0) return { done: [], failed: [] };
  try {
    const done: Result[] = [];
    await tx.transaction(async (inner) => {
      for (const row of items) done.push(await work(inner, row));
    });
    return { done, failed: [] };
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
  }
  const tried: Tried<Row, Result> = { done: [], failed: [] };
  for (const row of items)
    try {
      tried.done.push(await tx.transaction((inner) => work(inner, row)));
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      tried.failed.push(row);
      await keepFailure(tx, { list, item: itemOf(row), error, now });
    }
  return tried;
}
