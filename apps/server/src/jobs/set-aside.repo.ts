import type { DatabaseOrTransaction } from "@hearth/db/client";
import { keptErrorLength, setAside } from "@hearth/db/schema/set-aside";
import { alarms } from "@hearth/db/schema/alarms";
import { type WorkListName, workListNames } from "@hearth/domain/operations/work-lists";
import { and, asc, eq, gt, inArray, isNull, lt, lte, or, sql, type SQL, type SQLWrapper } from "drizzle-orm";

export type SetAsideRow = typeof setAside.$inferSelect;

/** An item of a list: its key there, its name for operators, and the business that it belongs to. */
export interface Item {
  id: string;
  name: string;
  merchantId?: string | null;
}

/** The wait after the first failure. Each further failure doubles it, up to ten minutes. */
const [firstWaitSeconds, longestWaitSeconds] = [60, 600];

/** Condition for a list's query that leaves out items whose wait is not over. One lookup by key for each item. */
export function isNotSetAside(list: WorkListName, item: SQLWrapper, now: Date): SQL {
  return sql`not exists (select from ${setAside} aside where aside.list = ${list} and aside.item = ${item}::text
    and aside.next_try_at > ${now.toISOString()}::timestamptz)`;
}

/** Stores the failure of an item. `isCounted` is false where the cause is not the item's own: it then waits as after a first failure. */
export async function upsertSetAside(
  db: DatabaseOrTransaction,
  { list, item, error, isCounted, now }: { list: WorkListName; item: Item; error: string; isCounted: boolean; now: Date },
): Promise<void> {
  const storedError = error.slice(0, keptErrorLength);
  const at = sql`${now.toISOString()}::timestamptz`;
  const wait = isCounted
    ? sql`least(${firstWaitSeconds}::float8 * 2 ^ least(${setAside.tries}, 30), ${longestWaitSeconds}::float8)`
    : sql`${firstWaitSeconds}::float8`;
  await db
    .insert(setAside)
    .values({
      list,
      item: item.id,
      name: item.name,
      merchantId: item.merchantId ?? null,
      error: storedError,
      tries: 1,
      nextTryAt: new Date(now.getTime() + firstWaitSeconds * 1_000),
      firstFailedAt: now,
      lastFailedAt: now,
    })
    .onConflictDoUpdate({
      target: [setAside.list, setAside.item],
      set: {
        error: storedError,
        tries: isCounted ? sql`${setAside.tries} + 1` : sql`${setAside.tries}`,
        nextTryAt: sql`${at} + ${wait} * interval '1 second'`,
        lastFailedAt: now,
      },
    });
}

/** Deletes items of a list that succeeded. Returns those that were set aside. */
export async function deleteSetAside(db: DatabaseOrTransaction, list: WorkListName, items: readonly string[]): Promise<SetAsideRow[]> {
  return db
    .delete(setAside)
    .where(and(eq(setAside.list, list), sql`${setAside.item} = any(${sql.param([...items])}::text[])`))
    .returning();
}

/** The items of a list, or of one business in it, whose wait is over, the longest waiting first. */
export async function listWaited(
  db: DatabaseOrTransaction,
  { list, merchantId, now, limit }: { list: WorkListName; merchantId: string | undefined; now: Date; limit: number },
): Promise<string[]> {
  const isOfBusiness = merchantId === undefined ? undefined : eq(setAside.merchantId, merchantId);
  const rows = await db
    .select({ item: setAside.item })
    .from(setAside)
    .where(and(eq(setAside.list, list), isOfBusiness, lte(setAside.nextTryAt, now)))
    .orderBy(asc(setAside.nextTryAt))
    .limit(limit);
  return rows.map(({ item }) => item);
}

/** True when an item of a list that belongs to a business is set aside. */
export async function isAnySetAside(db: DatabaseOrTransaction, list: WorkListName, merchantId: string): Promise<boolean> {
  return (await db.$count(setAside, and(eq(setAside.merchantId, merchantId), eq(setAside.list, list)))) > 0;
}

/** Deletes items not tried since a moment, because they are no longer due. Lists of loops use an earlier deadline than all others. */
export async function deleteUntried(
  db: DatabaseOrTransaction,
  { listsOfLoops, loops, jobs }: { listsOfLoops: readonly WorkListName[]; loops: Date; jobs: Date },
): Promise<void> {
  const isOfLoop = and(inArray(setAside.list, [...listsOfLoops]), lt(setAside.nextTryAt, loops));
  await db.delete(setAside).where(or(lt(setAside.nextTryAt, jobs), isOfLoop));
}

/** Returns the items whose wait is not over. For lists that are not selected by a statement. */
export async function listHeld(db: DatabaseOrTransaction, list: WorkListName, items: readonly string[], now: Date): Promise<Set<string>> {
  if (items.length === 0) return new Set();
  const isOf = sql`${setAside.item} = any(${sql.param([...items])}::text[])`;
  const rows = await db
    .select({ item: setAside.item })
    .from(setAside)
    .where(and(eq(setAside.list, list), isOf, gt(setAside.nextTryAt, now)));
  return new Set(rows.map(({ item }) => item));
}

/** Returns the items that failed before and have not succeeded since, also those whose wait is over. */
export async function listFailedBefore(db: DatabaseOrTransaction, list: WorkListName, items: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ item: setAside.item })
    .from(setAside)
    .where(and(eq(setAside.list, list), sql`${setAside.item} = any(${sql.param([...items])}::text[])`));
  return new Set(rows.map(({ item }) => item));
}

export async function countSetAside(db: DatabaseOrTransaction): Promise<number> {
  return db.$count(setAside);
}

/**
 * The set-aside items, optionally of one list or one name. The first to fail comes first. Leaves out lists that only another version has: their
 * items are retried under the present names, and deleted after a day.
 */
export async function listSetAside(
  db: DatabaseOrTransaction,
  { list, name, limit }: { list?: WorkListName | undefined; name?: string | undefined; limit: number },
) {
  return db
    .select()
    .from(setAside)
    .where(
      and(
        list === undefined ? inArray(setAside.list, workListNames) : eq(setAside.list, list),
        name === undefined ? undefined : eq(setAside.name, name),
      ),
    )
    .orderBy(asc(setAside.firstFailedAt), asc(setAside.list), asc(setAside.item))
    .limit(limit);
}

/** Ends the wait of an item, so that its job tries it in the next run. Returns true where it is set aside. */
export async function endWait(
  db: DatabaseOrTransaction,
  { list, name }: { list: WorkListName; name: string },
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(setAside)
    .set({ nextTryAt: now })
    .where(and(eq(setAside.list, list), eq(setAside.name, name)))
    .returning({ item: setAside.item });
  return rows.length > 0;
}

/** The keys of active alarms about items that are no longer set aside. `start` is the prefix of such keys. */
export async function listLeftAlarms(db: DatabaseOrTransaction, start: string): Promise<string[]> {
  const key = sql`${start}::text || aside.list || '-' || replace(aside.name, ' ', '-')`;
  const rows = await db
    .select({ key: alarms.key })
    .from(alarms)
    .where(
      and(
        isNull(alarms.clearedAt),
        sql`starts_with(${alarms.key}, ${start})`,
        sql`not exists (select from ${setAside} aside where ${key} = ${alarms.key})`,
      ),
    );
  return rows.map((row) => row.key);
}
