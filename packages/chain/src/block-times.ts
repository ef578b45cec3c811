import type { Hex } from "viem";

/** A block that a node has just told about. */
export interface SeenBlock {
  hash: Hex;
  time: Date;
}

/** The times of the blocks that were seen last, by their hashes. */
export interface BlockTimes {
  note(block: SeenBlock): void;
  /** Null where the block was not seen lately. */
  of(hash: Hex): Date | null;
}

/** How much is remembered, and for how long. */
export interface BlockTimesOptions {
  most?: number;
  /** A node that told a wrong time is asked anew after this; a step of reading is long over by then. */
  freshMs?: number;
  /** Milliseconds since whenever. */
  now?: () => number;
}

/** Remembers the newest blocks within bounds; what was noted longest ago goes first. */
export function createBlockTimes({ most = 2_048, freshMs = 4_000, now = () => performance.now() }: BlockTimesOptions = {}): BlockTimes {
  const seen = new Map<Hex, { time: Date; at: number }>();
  return {
    note: ({ hash, time }) => {
      seen.delete(hash);
      seen.set(hash, { time, at: now() });
      const [oldest] = seen.keys();
      if (seen.size > most && oldest !== undefined) seen.delete(oldest);
    },
    of: (hash) => {
      const known = seen.get(hash);
      return known === undefined || now() - known.at > freshMs ? null : known.time;
    },
  };
}
