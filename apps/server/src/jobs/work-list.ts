import { ChainUnavailable } from "@hearth/chain/chain-errors";
import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { isDatabaseAway } from "@hearth/db/errors";
import { setAsideAlarm, setAsideOthers, setAsideStart } from "@hearth/domain/operations/alarms";
import { type WorkListName, workLists } from "@hearth/domain/operations/work-lists";
import type { Deps } from "../deps.ts";
import { clearAlarm, listLivingAmong, listLivingKeys, raiseAlarm } from "../features/alarms/alarms.repo.ts";
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

/** Alarms that name an item, at most; all other items have one alarm together, so that one cause does not send hundreds of emails. */
const mostNamed = 20;
/** A run of a job may take 300 s; what is left after these is left to the next run. */
const mostMs = 240_000;
/** After so many failures in a row to ask the chain, the rest of a list is left to the next run. */
const mostAway = 10;
/** Items whose wait is over that one run looks for. */
const mostWaited = 1_000;
/** An item that nobody has tried for so long is due no more: its job would have met it. */
const forgottenAfterMs = 86_400_000;

/** What became of an item: it is done, it was done in part and goes on in this run, or it has to wait because somebody holds it. */
export type Outcome = "done" | "more" | "held";

/** A list of items that a job works through. */
export interface WorkList<Of> {
  list: WorkListName;
  pageSize: number;
  /** The items that are due, at most so many; one may be there several times. Leaves out those that are set aside, by `isNotSetAside`. */
  next(limit: number): Promise<Of[]>;
  itemOf(of: Of): Item;
  /** Does what is due for one item, in a transaction of its own. What it throws sets the item aside. */
  work(of: Of): Promise<Outcome>;
  /**
   * The same for so many items in one transaction, where that takes far fewer statements. It names those that are done, in part or whole; all others are held.
   * What it throws sets nobody aside: the piece is halved until what fails is alone. What failed before is worked on by itself.
   */
  together?: { size: number; work(items: readonly Of[]): Promise<ReadonlyMap<string, Outcome>> };
  /** How many are worked on at once; one when nothing is said. Items of one lane come one after another. */
  atOnce?: number;
  laneOf?(of: Of): string;
  /** The business whose items these are, where the list is worked through business by business. */
  merchantId?: string;
  /** When the job's run began, by `performance.now()`, where this is only a part of it. */
  begun?: number;
}

/** How many items a run worked on, and whether it came to the list's end. */
export interface Run {
  worked: number;
  isWhole: boolean;
}

/**
 * Works through a list page by page, each item by itself. An item that fails is set aside with an alarm that names it, is left out until its wait is over, and
 * holds up no other. An item that was set aside and is due no more is forgotten, and its alarm ends. Costs a statement
 * for each page and one for the run, beside those of the items.
 * @throws ChainUnavailable where nothing else happened at the end; whatever the list's own selection throws; and when the database is away.
 */
export async function workThrough<Of>(deps: Pick<Deps, "db" | "log" | "clock">, work: WorkList<Of>): Promise<Run> {
  const { begun = performance.now(), merchantId } = work;
  const waited = new Set(await listWaited(deps.db, { list: work.list, merchantId, now: deps.clock.now(), limit: mostWaited }));
  let [worked, isWhole] = [0, false];
  let away: ChainUnavailable[] = [];
  const isOver = () => away.length >= mostAway || performance.now() - begun > mostMs;
  while (!isWhole && !isOver()) {
    const page = await work.next(work.pageSize);
    const items = [...new Map(page.map((of) => [work.itemOf(of).id, of])).values()];
    const results: Result[] = [];
    for (const group of groupsOf(items, work, waited)) {
      if (isOver()) break;
      const ended = (await Promise.all(group.map((lane) => inOne(deps, work, lane)))).flat();
      const failed = ended.flatMap(({ error }) => error ?? []);
      away = failed.length === ended.length ? [...away, ...failed] : [];
      results.push(...ended);
    }
    const passed = results.flatMap(({ id, outcome }) => (outcome === "done" && waited.has(id) ? [id] : []));
    await endSetAside(deps, work.list, passed);
    for (const { id } of results) waited.delete(id);
    worked += results.length;
    if (results.length < items.length) break;
    isWhole = page.length < work.pageSize && !results.some(({ outcome }) => outcome === "more");
    // Others hold all of them: asking again at once would bring the same.
    if (!isWhole && results.every(({ outcome }) => outcome === "held")) break;
  }
  if (isWhole) await endSetAside(deps, work.list, [...waited]);
  const [first] = away;
  if (first !== undefined) throw first;
  return { worked, isWhole };
}

interface Result {
  id: string;
  outcome: Outcome | "failed";
  /** The failure to ask the chain, where that was what stopped it. */
  error?: ChainUnavailable;
}

/** A page as groups of lanes that are worked on at once. What is worked on together is one lane, and what failed before one by itself. */
function groupsOf<Of>(page: readonly Of[], { atOnce = 1, laneOf, itemOf, together }: WorkList<Of>, waited: ReadonlySet<string>): Of[][][] {
  const { size } = together ?? { size: 1 };
  const laneAt = (of: Of, place: number) => {
    const { id } = itemOf(of);
    return laneOf?.(of) ?? (together === undefined || waited.has(id) ? id : Math.floor(place / size));
  };
  const lanes = [...Map.groupBy(page, laneAt).values()];
  return Array.from({ length: Math.ceil(lanes.length / atOnce) }, (_, place) => lanes.slice(place * atOnce, (place + 1) * atOnce));
}

/** Works on items in one transaction; where that fails, on each half of them, down to the one that fails. */
async function inOne<Of>(deps: Pick<Deps, "db" | "log" | "clock">, work: WorkList<Of>, lane: readonly Of[]): Promise<Result[]> {
  if (lane.length < 2 || work.together === undefined) return inTurn(deps, work, lane);
  try {
    const outcomes = await work.together.work(lane);
    return lane.map((of) => work.itemOf(of)).map(({ id }) => ({ id, outcome: outcomes.get(id) ?? "held" }));
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    const half = Math.ceil(lane.length / 2);
    return [...(await inOne(deps, work, lane.slice(0, half))), ...(await inOne(deps, work, lane.slice(half)))];
  }
}

async function inTurn<Of>(deps: Pick<Deps, "db" | "log" | "clock">, work: WorkList<Of>, lane: readonly Of[]): Promise<Result[]> {
  const results: Result[] = [];
  for (const of of lane) {
    const item = work.itemOf(of);
    try {
      results.push({ id: item.id, outcome: await work.work(of) });
    } catch (error) {
      await setAside(deps, work.list, item, error);
      results.push({ id: item.id, outcome: "failed", ...(error instanceof ChainUnavailable && { error }) });
    }
  }
  return results;
}

/**
 * Leaves a failed item out for a while, and raises an alarm that names it, unless the chain could not be asked: of that another alarm tells.
 * @throws the failure itself when the database is away.
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
  await upsertSetAside(tx, { list, item, error: wordsOf(error), isCounted: isOwn, now });
  if (!isOwn) return;
  const own = setAsideAlarm(list, item.name);
  const living = await listLivingKeys(tx, setAsideStart, mostNamed + 1);
  const isNamed = living.includes(own) || living.filter((key) => key !== setAsideOthers).length < mostNamed;
  const message = isNamed
    ? `${workLists[list]}: ${item.name}. Everything else goes on.`
    : "More items than have an alarm of their own failed.";
  await raiseAlarm(tx, { key: isNamed ? own : setAsideOthers, message, data: { list, item: item.name }, now });
}

/** What an error says, without the values of the statement that failed, which may be anybody's. */
function wordsOf(error: unknown): string {
  const cause = error instanceof Error && "query" in error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
}

/** Forgets items that passed, and ends their alarms. One statement when none of them had failed. */
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
  // Items that had no alarm of their own get one with their next failure, once there is room.
  if ((await countSetAside(db)) < mostNamed) keys.push(setAsideOthers);
  for (const key of await listLivingAmong(db, keys)) await clearAlarm(db, key, now);
}

/**
 * Forgets what no job has tried for a day since its wait was over, and ends the alarms of items that are not set aside any more. Three statements where there
 * is nothing to do.
 */
export async function forgetUntried({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
  const now = clock.now();
  await deleteUntried(db, new Date(now.getTime() - forgottenAfterMs));
  const isFew = (await countSetAside(db)) < mostNamed;
  const left = await listLeftAlarms(db, setAsideStart);
  for (const key of left) if (key !== setAsideOthers || isFew) await clearAlarm(db, key, now);
}

/** What became of items that were done in turn. */
export interface Tried<Of, Result> {
  done: Result[];
  failed: Of[];
}

/**
 * Does something with each item in turn within a transaction. When one fails, does each again by itself, and sets those aside that fail then; nothing
 * of a failed item is kept. Costs one savepoint when nothing fails. @throws when the database is away.
 */
export async function tryEach<Of, Result>(
  tx: Transaction,
  items: readonly Of[],
  { list, work, itemOf, now }: { list: WorkListName; work(tx: Transaction, item: Of): Promise<Result>; itemOf(of: Of): Item; now: Date },
): Promise<Tried<Of, Result>> {
  if (items.length === 0) return { done: [], failed: [] };
  try {
    const done: Result[] = [];
    await tx.transaction(async (inner) => {
      for (const of of items) done.push(await work(inner, of));
    });
    return { done, failed: [] };
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
  }
  const tried: Tried<Of, Result> = { done: [], failed: [] };
  for (const of of items)
    try {
      tried.done.push(await tx.transaction((inner) => work(inner, of)));
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      tried.failed.push(of);
      await keepFailure(tx, { list, item: itemOf(of), error, now });
    }
  return tried;
}
