/** How many may be carried together with an authorization whose transaction of `count` failed: ever fewer, until it is alone. */
export function mostAfterFailure(count: number): number {
  return Math.max(1, Math.floor(count / 8));
}

/** A transaction that takes a block of two seconds is followed up, and the next one sent, before the block after the next. */
const secondsPerTransaction = 4;
/** What is handed in must reach a block so long before its signature runs out. */
const marginSeconds = 20;

/** What stands before an authorization in the queue: how many, by how many of them a transaction may carry. */
export type Ahead = readonly { most: number; count: number }[];

/** Where an authorization stands in the queue. */
export interface QueuePlace {
  /** From 1. */
  number: number;
  seconds: number;
}

/**
 * The place of an authorization that is carried with at most `most`, or null where the next transaction takes it along. The oldest decides
 * which kind goes next, so of each other kind all have their turn before it. `delaySeconds` is how long the one in flight has been away.
 */
export function queuePlace(ahead: Ahead, most: number, delaySeconds = 0): QueuePlace | null {
  let [number, transactions] = [1, 0];
  for (const group of ahead) {
    number += group.count;
    transactions += group.most === most ? Math.floor(group.count / most) : Math.ceil(group.count / group.most);
  }
  return transactions === 0 ? null : { number, seconds: transactions * secondsPerTransaction + delaySeconds };
}

/** Whether an authorization that is good for so many seconds reaches the chain in time from its place. */
export function canBeCarriedInTime(place: QueuePlace | null, delaySeconds: number, secondsLeft: number): boolean {
  return (place?.seconds ?? delaySeconds) + secondsPerTransaction + marginSeconds <= secondsLeft;
}
