/**
 * Batch limit for authorizations whose transaction of `count` failed: an eighth, and at least 1, so that repeated failures isolate each
 * one.
 */
export function batchLimitAfterFailure(count: number): number {
  return Math.max(1, Math.floor(count / 8));
}

/** Estimated time per transaction. With 2-second blocks, a transaction is confirmed and the next one sent within two blocks. */
const secondsPerTransaction = 4;
/** Minimum time between reaching a block and the signature's expiry. */
const marginSeconds = 20;

/** Authorizations ahead in the queue, grouped by batch limit: `most` per transaction, `count` in the group. */
export type QueuedGroups = readonly { most: number; count: number }[];

/** The position of an authorization in the queue. */
export interface QueuePlace {
  /** Counted from 1. */
  number: number;
  seconds: number;
}

/**
 * Estimates the place of an authorization whose batch limit is `most`. Returns null if the next transaction carries it. The oldest
 * authorization decides which batch limit goes next, so groups with another limit are sent first. `delaySeconds` is how long the current
 * transaction has been in flight.
 */
export function queuePlace(ahead: QueuedGroups, most: number, delaySeconds = 0): QueuePlace | null {
  let [number, transactions] = [1, 0];
  for (const group of ahead) {
    number += group.count;
    transactions += group.most === most ? Math.floor(group.count / most) : Math.ceil(group.count / group.most);
  }
  return transactions === 0 ? null : { number, seconds: transactions * secondsPerTransaction + delaySeconds };
}

/** True if an authorization that is valid for `secondsLeft` more seconds reaches the chain in time. */
export function canBeMinedInTime(place: QueuePlace | null, delaySeconds: number, secondsLeft: number): boolean {
  return (place?.seconds ?? delaySeconds) + secondsPerTransaction + marginSeconds <= secondsLeft;
}
