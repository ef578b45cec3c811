import type { Hex } from "viem";

/** A block that a node has just returned. */
export interface SeenBlock {
  hash: Hex;
  time: Date;
}

/** A cache of the times of recently seen blocks, by hash. */
export interface BlockTimes {
  note(block: SeenBlock): void;
  /** Null if the block was not seen recently. */
  timeOf(hash: Hex): Date | null;
}

/** Bounds of the cache. */
export interface BlockTimesOptions {
  maxEntries?: number;
  /** Entries expire after this, so that a wrong time is corrected. A reading step takes far less. */
  freshMs?: number;
  /** Monotonic clock in milliseconds. */
  now?: () => number;
}

/** Creates a bounded cache that evicts the entry noted longest ago. */
export function createBlockTimes({
  maxEntries = 2_048,
  freshMs = 4_000,
  now = () => performance.now(),
}: BlockTimesOptions = {}): BlockTimes {
  const entries = new Map<Hex, { time: Date; at: number }>();
  return {
    note: ({ hash, time }) => {
      entries.delete(hash);
      entries.set(hash, { time, at: now() });
      const [oldest] = entries.keys();
      if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
    },
    timeOf: (hash) => {
      const entry = entries.get(hash);
      return entry === undefined || now() - entry.at > freshMs ? null : entry.time;
    },
  };
}
