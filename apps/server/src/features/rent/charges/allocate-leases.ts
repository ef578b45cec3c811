import type { Transaction } from "@hearth/db/client";
import { allocate } from "@hearth/domain/rent/allocation";
import type { Deps } from "../../../deps.ts";
import { insertAllocations, listOpen, listUnused } from "../rows/lease-money.repo.ts";
import { lockUnallocated, markAllocated } from "../rows/lease-rows.repo.ts";

/** So many leases are looked at together. */
export const leasesAtOnce = 500;

/** Puts what is unused of these leases' credits to what is open of their charges. The leases are held by the caller. */
export async function allocateLeases(tx: Transaction, leaseIds: string[], now: Date): Promise<void> {
  if (leaseIds.length === 0) return;
  const unused = Map.groupBy(await listUnused(tx, leaseIds), ({ leaseId }) => leaseId);
  const open = unused.size === 0 ? new Map() : Map.groupBy(await listOpen(tx, [...unused.keys()]), ({ leaseId }) => leaseId);
  const rows = [...unused].flatMap(([leaseId, credits]) => allocate(credits, open.get(leaseId) ?? []));
  await insertAllocations(
    tx,
    rows.map((row) => ({ ...row, at: now })),
  );
  await markAllocated(tx, leaseIds);
}

/** Puts money that has come to charges, for so many leases at most; answers how many. */
export async function allocateWaiting({ db, clock }: Deps): Promise<number> {
  return db.transaction(async (tx) => {
    const waiting = await lockUnallocated(tx, leasesAtOnce);
    await allocateLeases(tx, waiting, clock.now());
    return waiting.length;
  });
}
