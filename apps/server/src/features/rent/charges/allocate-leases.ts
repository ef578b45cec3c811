import type { Database, Transaction } from "@hearth/db/client";
import { transactAgain } from "@hearth/db/transact-again";
import { publicId } from "@hearth/domain/ids";
import { allocate } from "@hearth/domain/rent/allocation";
import type { Deps } from "../../../deps.ts";
import { type Outcome, workThrough } from "../../../jobs/work-list.ts";
import { insertAllocations, listOpen, listUnused } from "../rows/lease-money.repo.ts";
import { type LeaseRow, listUnallocated, lockFreeLeases, markAllocated, markUnallocated } from "../rows/lease-rows.repo.ts";

/** Leases that one statement asks for. */
const leasesAtOnce = 200;
/** Leases that one transaction works on, where none of them fails. */
const leasesTogether = 50;
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
    const made = [...unused].flatMap(([leaseId, credits]) => {
      const rows = allocate(credits, open.get(leaseId) ?? []);
      if (rows.length > allocationsAtOnce) left.add(leaseId);
      return rows.slice(0, allocationsAtOnce).map((row) => ({ ...row, at: now }));
    });
    await insertAllocations(tx, made);
    const [more, whole] = [ids.filter((id) => left.has(id)), ids.filter((id) => !left.has(id))];
    await markAllocated(tx, whole);
    if (more.length > 0) await markUnallocated(tx, more);
  }
  return left;
}

/**
 * Puts money that has come to charges: some five statements in a transaction for fifty leases, or for halves of them where that fails. Answers how many leases it looked at.
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
 * How a list of leases is worked through: fifty that nobody holds in one transaction, and halves of them where that fails. `work` answers those on which something is
 * left to be done.
 */
export function eachLease(db: Database, work: (tx: Transaction, leases: LeaseRow[]) => Promise<ReadonlySet<string>>) {
  const workOn = (items: readonly LeaseItem[]) =>
    transactAgain(db, async (tx) => {
      const leases = await lockFreeLeases(
        tx,
        items.map(({ id }) => id),
      );
      const left = leases.length === 0 ? new Set<string>() : await work(tx, leases);
      return new Map<string, Outcome>(leases.map(({ id }) => [id, left.has(id) ? "more" : "done"]));
    });
  return {
    work: async (item: LeaseItem) => (await workOn([item])).get(item.id) ?? "held",
    together: { size: leasesTogether, work: workOn },
  };
}
