import type { Transaction } from "@hearth/db/client";
import { transactAgain } from "@hearth/db/transact-again";
import { publicId } from "@hearth/domain/ids";
import { allocate } from "@hearth/domain/rent/allocation";
import type { Deps } from "../../../deps.ts";
import { workThrough } from "../../../jobs/work-list.ts";
import { insertAllocations, listOpen, listUnused } from "../rows/lease-money.repo.ts";
import { listUnallocated, lockFreeLease, markAllocated, markUnallocated } from "../rows/lease-rows.repo.ts";

/** Leases that one statement asks for. */
const leasesAtOnce = 200;
/** Allocations that one transaction makes on a lease; what is left is put to charges by the next run of the job. */
export const allocationsAtOnce = 1_000;

/**
 * Puts what is unused of these leases' credits to what is open of their charges. The leases are held by the caller. Answers those on which money is
 * left to be put to charges, because a thousand allocations were made on them; the job goes on with them.
 */
export async function allocateLeases(tx: Transaction, leaseIds: readonly string[], now: Date): Promise<Set<string>> {
  const left = new Set<string>();
  for (let at = 0; at < leaseIds.length; at += leasesAtOnce) {
    const ids = leaseIds.slice(at, at + leasesAtOnce);
    const unused = Map.groupBy(await listUnused(tx, ids), ({ leaseId }) => leaseId);
    const open = unused.size === 0 ? new Map() : Map.groupBy(await listOpen(tx, [...unused.keys()]), ({ leaseId }) => leaseId);
    for (const [leaseId, credits] of unused) {
      const rows = allocate(credits, open.get(leaseId) ?? []);
      if (rows.length > allocationsAtOnce) left.add(leaseId);
      await insertAllocations(
        tx,
        rows.slice(0, allocationsAtOnce).map((row) => ({ ...row, at: now })),
      );
    }
    const [more, whole] = [ids.filter((id) => left.has(id)), ids.filter((id) => !left.has(id))];
    await markAllocated(tx, whole);
    if (more.length > 0) await markUnallocated(tx, more);
  }
  return left;
}

/**
 * Puts money that has come to charges, lease by lease, each in a transaction of its own: some five statements for a lease, and one for 200 of them. Answers
 * how many leases it looked at.
 */
export async function allocateWaiting(deps: Deps): Promise<number> {
  const { db, clock } = deps;
  const { worked } = await workThrough(deps, {
    list: "allocate-rent",
    pageSize: leasesAtOnce,
    next: (limit) => listUnallocated(db, clock.now(), limit),
    itemOf: ({ id, merchantId }) => ({ id, name: publicId("lease", id), merchantId }),
    work: ({ id }) =>
      transactAgain(db, async (tx) => {
        const lease = await lockFreeLease(tx, id);
        if (lease === null) return "held";
        return (await allocateLeases(tx, [id], clock.now())).size > 0 ? "more" : "done";
      }),
  });
  return worked;
}
