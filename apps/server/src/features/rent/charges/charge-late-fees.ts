import type { Transaction } from "@hearth/db/client";
import { publicId } from "@hearth/domain/ids";
import type { Deps } from "../../../deps.ts";
import { workThrough } from "../../../jobs/work-list.ts";
import { findChainTime } from "../rows/lease-money.repo.ts";
import { listToCheckFees } from "../rows/late-fees.repo.ts";
import type { LeaseRow } from "../rows/lease-rows.repo.ts";
import { allocateLeases, eachLease } from "./allocate-leases.ts";
import { decideLateFees, type Deciding } from "./decide-late-fees.ts";
import { ChainUnavailable } from "@hearth/chain/chain-errors";
import { beginBlacklistStops, endBlacklistStops, listPayeesWithFeeChecks } from "../rows/payment-stops.repo.ts";

/** Payout wallets per page. */
const payeesAtOnce = 200;

/** Time after a day's start by which transfers that arrived before it are confirmed and read. */
const settledAfterMs = 60 * 60_000;

/** Charges per statement when looking for their leases. */
const chargesAtOnce = 200;

/**
 * Charges late fees where rent was unpaid when a late day began, each once, lease by lease. Uses the chain's time instead of the clock: while blocks are
 * unread, a payment may exist that Hearth has not seen. Some fifteen statements in a transaction decide for fifty leases. Where one fails, the fifty are halved
 * until it is alone. Returns how many leases it processed.
 */
export async function chargeLateFees(deps: Deps): Promise<number> {
  const { db, clock } = deps;
  const { chainId } = deps.network;
  const read = await findChainTime(db, chainId);
  if (read === null) return 0;
  const upTo = new Date(Math.min(read.getTime(), clock.now().getTime()) - settledAfterMs);
  await updateBlacklistStops(deps, upTo);
  const { worked } = await workThrough(deps, {
    list: "late-fees",
    pageSize: chargesAtOnce,
    next: (limit) => listToCheckFees(db, { upTo, now: clock.now(), limit }),
    itemOf: ({ id, merchantId }) => ({ id, name: publicId("lease", id), merchantId }),
    ...eachLease(db, (tx, leases) => chargeFeesOf(tx, leases, { chainId, upTo, now: clock.now() })),
  });
  return worked;
}

/** Decides late fees of locked leases. Allocates money first, because it must count before a fee is charged. */
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

/**
 * Records since when payout wallets are blacklisted, so that nobody can pay there. Checks the businesses with late fees to decide. A wallet found blacklisted
 * counts as blacklisted from the day before the oldest undecided day. Changes nothing while the chain does not answer.
 */
async function updateBlacklistStops({ db, chain, clock }: Deps, upTo: Date): Promise<void> {
  let after: string | null = null;
  for (;;) {
    const payees = await listPayeesWithFeeChecks(db, { upTo, after, limit: payeesAtOnce });
    const answers = await Promise.all(payees.map(({ address }) => chain.isBlacklisted(address))).catch(passUnlessAway);
    if (answers === null) return;
    const blocked = payees.filter((_, place) => answers[place] === true);
    await beginBlacklistStops(db, blocked);
    const free = payees.filter(({ isStopped }, place) => isStopped && answers[place] === false);
    await endBlacklistStops(
      db,
      free.map(({ merchantId }) => merchantId),
      clock.now(),
    );
    after = payees.at(-1)?.merchantId ?? null;
    if (payees.length < payeesAtOnce) return;
  }
}

function passUnlessAway(error: unknown): null {
  if (error instanceof ChainUnavailable) return null;
  throw error;
}
