import type { DatabaseOrTransaction } from "@hearth/db/client";
import { canBeMinedInTime, type QueuePlace, queuePlace } from "@hearth/domain/payments/relay-queue";
import { findInFlight } from "../../ledger/relay-transactions.repo.ts";
import { countQueued, type RelayRow, type WaitingRelay } from "../../ledger/relays.repo.ts";

/** Returns a relay's place in its queue; null when it is not queued or goes with the next transaction. */
export async function findQueuePlace(db: DatabaseOrTransaction, relay: WaitingRelay, now: Date): Promise<QueuePlace | null> {
  if (relay.status !== "queued") return null;
  return (await estimatePlace(db, relay, now)).place;
}

/** Returns true when a queued relay will be mined before its signature expires. */
export async function isInTime(db: DatabaseOrTransaction, relay: RelayRow, now: Date): Promise<boolean> {
  const { place, delaySeconds } = await estimatePlace(db, relay, now);
  return canBeMinedInTime(place, delaySeconds, relay.validBefore - now.getTime() / 1_000);
}

/**
 * Estimates place and delay. The delay is the age of the transaction in flight: a chain that mined none for so long may take as long again.
 */
async function estimatePlace(db: DatabaseOrTransaction, relay: WaitingRelay, now: Date) {
  const [ahead, inFlight] = await Promise.all([countQueued(db, relay), findInFlight(db, relay.chainId, relay.relayerAddress)]);
  const delaySeconds = inFlight === null ? 0 : Math.max(0, Math.round((now.getTime() - inFlight.createdAt.getTime()) / 1_000));
  return { place: queuePlace(ahead, relay.mostTogether, delaySeconds), delaySeconds };
}
