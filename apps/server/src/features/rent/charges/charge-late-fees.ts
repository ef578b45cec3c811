import type { Transaction } from "@hearth/db/client";
import type { Deps } from "../../../deps.ts";
import { findChainTime } from "../rows/lease-money.repo.ts";
import { lockLeasesWithFeeChecks } from "../rows/late-fees.repo.ts";
import { allocateLeases, leasesAtOnce } from "./allocate-leases.ts";
import { decideLateFees, type Deciding } from "./decide-late-fees.ts";
import { keepBlacklistStops } from "./keep-blacklist-stops.ts";

/** So long after a day began what arrived before it is confirmed and read. */
const settledAfterMs = 60 * 60_000;

/**
 * Asks for late fees where rent was unpaid as a late day began, each once. It goes by the time of the chain and not of the clock: while blocks are not read, nobody
 * knows that somebody has not paid. Answers how many charges it looked at.
 */
export async function chargeLateFees(deps: Deps): Promise<number> {
  const { chainId } = deps.network;
  const read = await findChainTime(deps.db, chainId);
  if (read === null) return 0;
  const upTo = new Date(Math.min(read.getTime(), deps.clock.now().getTime()) - settledAfterMs);
  await keepBlacklistStops(deps, upTo);
  let looked = 0;
  for (;;) {
    const count = await deps.db.transaction((tx) => chargeSome(tx, { chainId, upTo, now: deps.clock.now() }));
    looked += count;
    if (count === 0) return looked;
  }
}

/** Holds the leases, puts to charges what has arrived, and then decides: money that is in the ledger is never late because it was not allocated yet. */
async function chargeSome(tx: Transaction, deciding: Deciding): Promise<number> {
  const { leaseIds, chargeIds } = await lockLeasesWithFeeChecks(tx, deciding.upTo, leasesAtOnce);
  await allocateLeases(tx, leaseIds, deciding.now);
  await decideLateFees(tx, chargeIds, deciding);
  await allocateLeases(tx, leaseIds, deciding.now);
  return chargeIds.length;
}
