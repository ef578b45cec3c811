import { HearthError } from "@hearth/domain/errors";

/** Work in progress at once, waiting in all, and waiting of one origin. */
export interface FairQueueLimits {
  running: number;
  waiting: number;
  waitingOfOne: number;
}

/** A queue in which the origins of work take turns. */
export interface FairQueue {
  /**
   * Works as soon as a slot is free. @throws HearthError OVERLOADED where too much work of this origin waits, or too much in all and no other
   * origin has more.
   */
  take<Result>(origin: string, work: () => Promise<Result>): Promise<Result>;
}

const retryAfterSeconds = 2;

interface Waiting {
  start(): void;
  refuse(): void;
}

/** Creates a queue that serves origins in turn, oldest work first, however much of one origin waits. */
export function createFairQueue(limits: FairQueueLimits): FairQueue {
  /** Waiting work by origin. The order of the keys is the order of turns. */
  const lines = new Map<string, Waiting[]>();
  let running = 0;
  let waitingCount = 0;

  /** Hands a slot to the next waiting work, or frees it. */
  const passOn = () => {
    const next = lines.entries().next().value;
    if (next === undefined) {
      running -= 1;
      return;
    }
    const [origin, line] = next;
    lines.delete(origin);
    const first = line.shift();
    if (line.length > 0) lines.set(origin, line); // its next turn comes after the others'
    waitingCount -= 1;
    first?.start();
  };

  /** Frees a place for an origin by refusing the newest work of the origin with the most. False where no other one has more. */
  const makeRoom = (origin: string): boolean => {
    let longest = lines.get(origin) ?? [];
    const ownCount = longest.length;
    for (const line of lines.values()) if (line.length > longest.length) longest = line;
    if (longest.length <= ownCount + 1) return false;
    longest.pop()?.refuse();
    waitingCount -= 1;
    return true;
  };

  const waitForTurn = (origin: string): Promise<void> => {
    const refusal = () => new HearthError("OVERLOADED", { retryAfterSeconds });
    if ((lines.get(origin)?.length ?? 0) >= limits.waitingOfOne) throw refusal();
    if (waitingCount >= limits.waiting && !makeRoom(origin)) throw refusal();
    waitingCount += 1;
    return new Promise((resolve, reject) => {
      const waiting = { start: resolve, refuse: () => reject(refusal()) };
      lines.set(origin, [...(lines.get(origin) ?? []), waiting]);
    });
  };

  return {
    take: async (origin, work) => {
      if (running >= limits.running) await waitForTurn(origin);
      else running += 1;
      try {
        return await work();
      } finally {
        passOn();
      }
    },
  };
}
