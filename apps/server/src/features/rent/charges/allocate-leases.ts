import type { Database, Transaction } from "@hearth/db/client";
import { transactWithRetry } from "@hearth/db/transact-again";
import { publicId } from "@hearth/domain/ids";
import { allocate } from "@hearth/domain/rent/allocation";
import type { Deps } from "../../../deps.ts";
import { type Outcome, workThrough } from "../../../jobs/work-list.ts";
import { insertAllocations, listOpen, listUnused } from "../rows/lease-money.repo.ts";
import { type LeaseRow, listUnallocated, lockFreeLeases, markAllocated, markUnallocated } from "../rows/lease-rows.repo.ts";

/** Leases per statement. */
const leasesAtOnce = 200;
/** Leases per transaction, where none of them fails. */
const leasesTogether = 50;
/** Allocations that one transaction makes on a lease. The job's next run allocates the rest. */
export const allocationsAtOnce = 1_000;

/**
 * Allocates the unused credits of these leases to their open charges. The caller holds the leases' locks. Returns the leases that still have money to allocate
 * after a thousand allocations. The job continues with them.
 */
export async function allocateLeases(tx: Transaction, leaseIds: readonly string[], now: Date): Promise<Set<string>> {
  const unallocated = new Set<string>();
  for (let start = 0; start < leaseIds.length; start += leasesAtOnce) {
    const ids = leaseIds.slice(start, start + leasesAtOnce);
    const unused = Map.groupBy(await listUnused(tx, ids), ({ leaseId }) => leaseId);
    const open = unused.size === 0 ? new Map() : Map.groupBy(await listOpen(tx, [...unused.keys()]), ({ leaseId }) => leaseId);
    const made = [...unused].flatMap(([leaseId, credits]) => {
      const rows = allocate(credits, open.get(leaseId) ?? []);
      if (rows.length > allocationsAtOnce) unallocated.add(leaseId);
      return rows.slice(0, allocationsAtOnce).map((row) => ({ ...row, at: now }));
    });
    await insertAllocations(tx, made);
    const [more, whole] = [ids.filter((id) => unallocated.has(id)), ids.filter((id) => !unallocated.has(id))];
    await markAllocated(tx, whole);
    if (more.length > 0) await markUnallocated(tx, more);
  }
  return unallocated;
}

/**
 * Allocates money that has arrived to charges. Some five statements in a transaction serve fifty leases, or a half of them where that fails. Returns how many
 * leases it processed.
 */
export async function allocateWaiting(deps: Deps): Promise<number> {
  const { db, clock } = deps;
  const { worked } = await workThrough(deps, {
    list: "allocate-rent",
    pageSize: leasesAtOnce,
    next: (limit) => listUnallocated(db, clock.now(), limit),
    itemOf: ({ id, merchantId }) => ({ id, name: publicId("lease", id), merchantId }),
    ...eachLease(db, (tx, held) =>
      allocateLeases(
        tx,
        held.map(({ id }) => id),
        clock.now(),
      ),
    ),
  });
  return worked;
}

type LeaseItem = Pick<LeaseRow, "id" | "merchantId">;

/**
 * Page handlers for a list of leases. Works on up to fifty unlocked leases in one transaction, and on halves of them where that fails. `work` returns the
 * leases that have more to be done.
 */
export function eachLease(db: Database, work: (tx: Transaction, leases: LeaseRow[]) => Promise<ReadonlySet<string>>) {
  const workOn = (items: readonly LeaseItem[]) =>
    transactWithRetry(db, async (tx) => {
      const leases = await lockFreeLeases(
        tx,
        items.map(({ id }) => id),
      );
      const unallocated = leases.length === 0 ? new Set<string>() : await work(tx, leases);
      return new Map<string, Outcome>(leases.map(({ id }) => [id, unallocated.has(id) ? "more" : "done"]));
    });
  return {
    work: async (item: LeaseItem) => (await workOn([item])).get(item.id) ?? "held",
    together: { size: leasesTogether, work: workOn },
  };
}
