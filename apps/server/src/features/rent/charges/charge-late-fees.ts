import type { Transaction } from "@hearth/db/client";
import { publicId } from "@hearth/domain/ids";
import type { Deps } from "../../../deps.ts";
import { workThrough } from "../../../jobs/work-list.ts";
import { findChainTime } from "../rows/lease-money.repo.ts";
import { listToCheckFees } from "../rows/late-fees.repo.ts";
import type { LeaseRow } from "../rows/lease-rows.repo.ts";
import { allocateLeases, eachLease } from "./allocate-leases.ts";
import { decideLateFees, type Deciding } from "./decide-late-fees.ts";
import { keepBlacklistStops } from "./keep-blacklist-stops.ts";

/** So long after a day began what arrived before it is confirmed and read. */
const settledAfterMs = 60 * 60_000;

/** Charges that one statement looks at for their leases. */
const chargesAtOnce = 200;

/**
 * Asks for late fees where rent was unpaid as a late day began, each once, lease by lease. It goes by the time of the chain and not of the clock: while blocks are
 * not read, nobody knows that somebody has not paid. Some fifteen statements in a transaction decide for fifty leases; where one of them fails, the
 * fifty are halved until it is alone. Answers how many leases it looked at.
 */
export async function chargeLateFees(deps: Deps): Promise<number> {
  const { db, clock } = deps;
  const { chainId } = deps.network;
  const read = await findChainTime(db, chainId);
  if (read === null) return 0;
  const upTo = new Date(Math.min(read.getTime(), clock.now().getTime()) - settledAfterMs);
  await keepBlacklistStops(deps, upTo);
  const { worked } = await workThrough(deps, {
    list: "late-fees",
    pageSize: chargesAtOnce,
    next: (limit) => listToCheckFees(db, { upTo, now: clock.now(), limit }),
    itemOf: ({ id, merchantId }) => ({ id, name: publicId("lease", id), merchantId }),
    ...eachLease(db, (tx, leases) => chargeFeesOf(tx, leases, { chainId, upTo, now: clock.now() })),
  });
  return worked;
}

/** Decides late fees of leases that are held, and puts money to charges first: what has come must count before anybody is asked for more. */
async function chargeFeesOf(tx: Transaction, leases: LeaseRow[], deciding: Deciding): Promise<Set<string>> {
  const unallocated = await allocateLeases(
    tx,
    leases.map(({ id }) => id),
    deciding.now,
  );
  const { made, left } = await decideLateFees(
    tx,
    leases.filter(({ id }) => !unallocated.has(id)),
    deciding,
  );
  await allocateLeases(tx, [...made], deciding.now);
  return new Set([...left, ...unallocated]);
}
