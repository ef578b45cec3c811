/** What a look at the chain found. */
export interface Look {
  /** The newest block. */
  height: bigint;
  time: Date;
}

/** When the chain is looked at next. */
export interface BlockPace {
  /** Takes a look down, that ended at a moment of a clock that never jumps, in ms; answers how long to wait for the next, in ms. */
  after(look: Look, at: number): number;
}

/** So long before a block is due it is looked for, and so often from then on. */
const leadMs = 150;
const stepMs = 100;
/** Where it is late by this much it is looked for less often, and where it is late by a whole block's time less often still. */
const lateMs = 400;
const lateStepMs = 250;
const stillStepMs = 500;

/**
 * Finds the beat of the blocks, which come as evenly as a clock ticks: waits until the next is nearly due, and looks often from then on. So a
 * block is seen within a tenth of a second at the cost of some three looks each, whoever waits. A look that finds two blocks, or one at its first
 * try, came late, and the beat is taken to be earlier, and much earlier when that happens again.
 */
export function createBlockPace(blockTimeMs: number): BlockPace {
  let last: Look | null = null;
  let dueAt = 0;
  let misses = 0;
  let lates = 0;
  let everyMs = blockTimeMs;
  return {
    after: (look, at) => {
      const isNew = last !== null && look.height > last.height;
      if (last === null) {
        last = look;
        dueAt = at;
        return stepMs;
      }
      if (isNew) {
        everyMs = beatOf(last, look, blockTimeMs);
        lates = misses === 0 ? lates + 1 : 0;
        dueAt = at - (lates === 0 ? 0 : leadMs * 2 ** Math.min(lates - 1, 3)) + everyMs;
        last = look;
        misses = 0;
        return Math.max(0, dueAt - leadMs - at);
      }
      misses += 1;
      if (at < dueAt - leadMs) return dueAt - leadMs - at;
      if (at < dueAt + lateMs) return stepMs;
      return at < dueAt + everyMs ? lateStepMs : stillStepMs;
    },
  };
}

/** Blocks tell whole seconds, and a network's own are never slower than it says; those of a chain for tests may be faster. */
function beatOf(before: Look, now: Look, blockTimeMs: number): number {
  const each = (now.time.getTime() - before.time.getTime()) / Number(now.height - before.height);
  return Math.min(blockTimeMs, Math.max(2 * leadMs, each));
}
