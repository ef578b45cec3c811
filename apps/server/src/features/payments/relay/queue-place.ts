import type { DatabaseOrTransaction } from "@hearth/db/client";
import { canBeCarriedInTime, type QueuePlace, queuePlace } from "@hearth/domain/payments/relay-queue";
import { findInFlight } from "../../ledger/relay-transactions.repo.ts";
import { countQueued, type RelayRow, type WaitingRelay } from "../../ledger/relays.repo.ts";

/** Where a relay stands in its queue; null where it is not queued, or goes with the next transaction. */
export async function findQueuePlace(db: DatabaseOrTransaction, relay: WaitingRelay, now: Date): Promise<QueuePlace | null> {
  if (relay.status !== "queued") return null;
  return (await look(db, relay, now)).place;
}

/** Whether a queued relay reaches the chain before its signature runs out. */
export async function isInTime(db: DatabaseOrTransaction, relay: RelayRow, now: Date): Promise<boolean> {
  const { place, delaySeconds } = await look(db, relay, now);
  return canBeCarriedInTime(place, delaySeconds, relay.validBefore - now.getTime() / 1_000);
}

/** The delay is how long the transaction in flight has been away: a chain that took none for so long may take as long again. */
async function look(db: DatabaseOrTransaction, relay: WaitingRelay, now: Date) {
  const [ahead, inFlight] = await Promise.all([countQueued(db, relay), findInFlight(db, relay.chainId, relay.relayerAddress)]);
  const delaySeconds = inFlight === null ? 0 : Math.max(0, Math.round((now.getTime() - inFlight.createdAt.getTime()) / 1_000));
  return { place: queuePlace(ahead, relay.mostTogether, delaySeconds), delaySeconds };
}
