import type { Transaction } from "@hearth/db/client";
import { isDatabaseAway } from "@hearth/db/errors";
import { setAsideAlarm } from "@hearth/domain/operations/alarms";
import type { Deps } from "../../deps.ts";
import { clearAlarm, listLivingAmong, raiseAlarm } from "../alarms/alarms.repo.ts";

/** An item of the background work, as an alarm about it names it. */
export interface Item {
  /** What kind of item, and which: `payment pay_...`. At most one alarm lives for each. */
  name: string;
  /** What could not be done, as a sentence. */
  message: string;
}

/** How long an item that failed is left out, so that items that fail again and again hold up nobody else. */
const retryMs = 60_000;
/** More items than these that fail at once get one alarm together, so that one cause does not send hundreds of mails. */
const namedAtOnce = 20;
/** Items remembered by this process. An item that is forgotten is tried again sooner, which costs one more failure. */
const most = 10_000;
/** The name of the alarm about all items that have none of their own. */
const others = "others";

type Memory = Map<string, number>;
const memories = new WeakMap<Deps["log"], Memory>();

/** When each item that failed may be tried again, in milliseconds. A process learns it anew after its start. */
function memoryOf({ log }: Pick<Deps, "log">): Memory {
  const memory = memories.get(log) ?? new Map<string, number>();
  memories.set(log, memory);
  return memory;
}

/** Whether an item failed within the last minute and is left out for now. */
export function isSetAside(deps: Pick<Deps, "log" | "clock">, name: string): boolean {
  return (memoryOf(deps).get(name) ?? 0) > deps.clock.now().getTime();
}

/** Leaves a failed item out for a minute, and raises an alarm that names it. @throws the failure itself when the database is away. */
export async function setAside(deps: Pick<Deps, "db" | "log" | "clock">, item: Item, error: unknown): Promise<void> {
  if (isDatabaseAway(error)) throw error;
  deps.log.error({ err: error, item: item.name }, item.message);
  const memory = memoryOf(deps);
  const oldest = memory.keys().next().value;
  if (memory.size >= most && oldest !== undefined) memory.delete(oldest);
  const isNamed = memory.has(item.name) || memory.size < namedAtOnce;
  memory.set(item.name, deps.clock.now().getTime() + retryMs);
  await raise(
    deps.db,
    isNamed ? item : { name: others, message: "More items than have an alarm of their own cannot be settled." },
    deps.clock.now(),
  );
}

function raise(db: Parameters<typeof raiseAlarm>[0], { name, message }: Item, now: Date): Promise<void> {
  return raiseAlarm(db, { key: setAsideAlarm(name), message: `${message} Everything else goes on.`, data: { item: name }, now });
}

/** Ends the alarms about items that succeeded. One statement when none of them had failed. */
export async function endSetAside(deps: Pick<Deps, "db" | "log" | "clock">, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const memory = memoryOf(deps);
  for (const name of names) memory.delete(name);
  const ended = memory.size < namedAtOnce ? [...names, others] : names;
  for (const key of await listLivingAmong(deps.db, ended.map(setAsideAlarm))) await clearAlarm(deps.db, key, deps.clock.now());
}

/** What became of items that were done in turn. */
export interface Tried<Of, Result> {
  done: Result[];
  failed: Of[];
}

/**
 * Does something with each item in turn within a transaction. When one fails, does each again by itself, and raises an alarm about those that fail
 * then; nothing of a failed item is kept. Costs one savepoint when nothing fails. @throws when the database is away.
 */
export async function tryEach<Of, Result>(
  tx: Transaction,
  items: readonly Of[],
  { work, nameOf, now }: { work(tx: Transaction, item: Of): Promise<Result>; nameOf(item: Of): Item; now: Date },
): Promise<Tried<Of, Result>> {
  if (items.length === 0) return { done: [], failed: [] };
  try {
    return { done: await tx.transaction((inner) => inTurn(items, (item) => work(inner, item))), failed: [] };
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
  }
  const tried: Tried<Of, Result> = { done: [], failed: [] };
  for (const item of items)
    try {
      tried.done.push(await tx.transaction((inner) => work(inner, item)));
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      const isNamed = tried.failed.push(item) <= namedAtOnce;
      if (isNamed) await raise(tx, nameOf(item), now);
    }
  return tried;
}

async function inTurn<Of, Result>(items: readonly Of[], work: (item: Of) => Promise<Result>): Promise<Result[]> {
  const done: Result[] = [];
  for (const item of items) done.push(await work(item));
  return done;
}
