import type { DatabaseOrTransaction } from "@hearth/db/client";
import { canBeCarriedInTime, type QueuePlace, queuePlace } from "@hearth/domain/payments/relay-queue";
import { findInFlight } from "../../ledger/relay-transactions.repo.ts";
import { countQueued, type RelayKey, type RelayRow } from "../../ledger/relays.repo.ts";

/** Where a relay stands in its queue; null where it is not queued, or goes with the next transaction. */
export async function findQueuePlace(db: DatabaseOrTransaction, relay: RelayRow, now: Date): Promise<QueuePlace | null> {
  if (relay.status !== "queued") return null;
  const [ahead, delay] = await Promise.all([countQueued(db, relay, relay), readDelay(db, relay, now)]);
  return queuePlace(ahead, relay.mostTogether, delay);
}

/** An authorization that would be the last of the queue. */
interface Newcomer extends RelayKey {
  /** How many may be carried together with it. */
  most: number;
  /** Unix seconds. */
  validBefore: number;
  now: Date;
}

/** Whether an authorization that is queued now would reach the chain before it runs out. */
export async function isInTime(db: DatabaseOrTransaction, { most, validBefore, now, ...key }: Newcomer): Promise<boolean> {
  const [ahead, delay] = await Promise.all([countQueued(db, key), readDelay(db, key, now)]);
  return canBeCarriedInTime(queuePlace(ahead, most, delay), delay, validBefore - now.getTime() / 1_000);
}

/** For how many seconds the transaction in flight has been away: a chain that took none for so long may take as long again. */
async function readDelay(db: DatabaseOrTransaction, { chainId, relayerAddress }: RelayKey, now: Date): Promise<number> {
  const inFlight = await findInFlight(db, chainId, relayerAddress);
  return inFlight === null ? 0 : Math.max(0, Math.round((now.getTime() - inFlight.createdAt.getTime()) / 1_000));
}
