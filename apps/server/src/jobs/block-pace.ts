/** The result of polling the chain. */
export interface Poll {
  /** The newest block. */
  height: bigint;
  time: Date;
}

/** Decides when to poll the chain next. */
export interface BlockPace {
  /** Records a poll that ended at `nowMs` of a monotonic clock. Returns the wait until the next poll, in ms. */
  after(poll: Poll, nowMs: number): number;
}

/** Polling begins this long before a block is due, and repeats at this interval. */
const leadMs = 150;
const stepMs = 100;
/** Polling slows down when a block is this late, and again when it is late by a whole block time. */
const lateMs = 400;
const lateStepMs = 250;
const stillStepMs = 500;

/**
 * Predicts when the next block is due, since blocks come at even intervals. Waits until shortly before, then polls often. A block is seen within a tenth of a
 * second, for some three polls each. A poll that finds two blocks, or one at the first try, was late. The due time then moves earlier, and much earlier when
 * that happens again.
 */
export function createBlockPoller(blockTimeMs: number): BlockPace {
  let last: Poll | null = null;
  let dueAt = 0;
  let misses = 0;
  let lates = 0;
  let everyMs = blockTimeMs;
  return {
    after: (poll, nowMs) => {
      const isNew = last !== null && poll.height > last.height;
      if (last === null) {
        last = poll;
        dueAt = nowMs;
        return stepMs;
      }
      if (isNew) {
        everyMs = measureBlockTime(last, poll, blockTimeMs);
        lates = misses === 0 ? lates + 1 : 0;
        dueAt = nowMs - (lates === 0 ? 0 : leadMs * 2 ** Math.min(lates - 1, 3)) + everyMs;
        last = poll;
        misses = 0;
        return Math.max(0, dueAt - leadMs - nowMs);
      }
      misses += 1;
      if (nowMs < dueAt - leadMs) return dueAt - leadMs - nowMs;
      if (nowMs < dueAt + lateMs) return stepMs;
      return nowMs < dueAt + everyMs ? lateStepMs : stillStepMs;
    },
  };
}

/** Measures the block time in ms. Block times are whole seconds. The measured one is at most the network's, and may be shorter on test chains. */
function measureBlockTime(before: Poll, now: Poll, blockTimeMs: number): number {
  const each = (now.time.getTime() - before.time.getTime()) / Number(now.height - before.height);
  return Math.min(blockTimeMs, Math.max(2 * leadMs, each));
}
