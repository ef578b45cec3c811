import { ChainReplaced, ChainUnavailable } from "@hearth/chain/chain-errors";
import type { Deps } from "../../../deps.ts";
import { clearAlarm, raiseAlarm } from "../../alarms/alarms.repo.ts";
import { type Cursor, findCursor } from "../../ledger/chain-cursor.repo.ts";

/** Keys of the alarms about reading the chain. */
export const pulseAlarms = { away: "chain-unavailable", standstill: "chain-stands-still", clocks: "clocks-apart" } as const;

/** Outages longer than this are more than a restart of the node. */
const awayMs = 60_000;
/** Largest tolerated difference between the chain's and the server's clock. */
const clocksApartMs = 2_000;
/** Number of new blocks in the clock estimate. Uses their median, so one late block changes nothing. */
const sampled = 5;
/** A step over more blocks is catching up; its block ages are ignored. */
const mostBlocksAtOnce = 10n;

/**
 * Monitors chain reading. After each step it checks that reading progresses and that the chain's clock agrees with the server's, and raises
 * and clears the alarms.
 */
export interface ChainPulse {
  /** Returns true while the clocks are not known to agree. Every block is then read, even if no payment waits. */
  wantsEachBlock(): boolean;
  check(deps: Pick<Deps, "db" | "clock" | "network">): Promise<void>;
  /** Reports a successful step. */
  reached(deps: Pick<Deps, "db" | "clock">): Promise<void>;
  /** Reports a step that failed with this error. */
  failed(deps: Pick<Deps, "db" | "clock">, error: unknown): Promise<void>;
}

/**
 * Estimates how far the server's clock is ahead of the chain's, in ms, from the ages at which new blocks were read. Returns null with fewer
 * than five ages.
 */
export function clockGap(agesMs: number[]): number | null {
  if (agesMs.length < sampled) return null;
  return agesMs.slice(-sampled).toSorted((left, right) => left - right)[Math.floor(sampled / 2)] ?? null;
}

/** Returns true when the newest block read is older than the network's policy allows. */
export function isChainStale({ network, clock }: Pick<Deps, "network" | "clock">, blockTime: Date): boolean {
  return clock.now().getTime() - blockTime.getTime() > network.standstillSeconds * 1_000;
}

/** Creates a monitor without history. It writes to the database only on a change. */
export function createChainPulse(): ChainPulse {
  let ages: number[] = [];
  let last: bigint | null = null;
  let awaySince: Date | null = null;
  const known = new Map<string, boolean>();
  const say = async (deps: Pick<Deps, "db" | "clock">, key: string, message: string | null) => {
    const now = deps.clock.now();
    if (known.get(key) === (message !== null)) return;
    await (message === null ? clearAlarm(deps.db, key, now) : raiseAlarm(deps.db, { key, message, now }));
    known.set(key, message !== null);
  };
  /** The longest delay between a block and its reading in normal operation, in milliseconds: a quarter of the block time. */
  const usualDelayMs = ({ network }: Pick<Deps, "network">) => (network.blockTimeSeconds * 1_000) / 4;
  const sample = (deps: Pick<Deps, "clock">, cursor: Cursor) => {
    const step = last === null ? 0n : cursor.blockNumber - last;
    last = cursor.blockNumber;
    if (step < 0n || step > mostBlocksAtOnce) ages = [];
    else if (step > 0n) ages = [...ages, deps.clock.now().getTime() - cursor.blockTime.getTime()].slice(-sampled);
  };
  return {
    wantsEachBlock: () => known.get(pulseAlarms.clocks) !== false,
    check: async (deps) => {
      const cursor = await findCursor(deps.db, deps.network.chainId);
      if (!cursor) return;
      sample(deps, cursor);
      const isStill = isChainStale(deps, cursor.blockTime);
      const stillWords = `No block has been read that is younger than ${deps.network.standstillSeconds} seconds. Payments wait.`;
      await say(deps, pulseAlarms.standstill, isStill ? stillWords : null);
      const gap = isStill ? null : clockGap(ages);
      if (gap === null) return;
      const isApart = gap < -clocksApartMs || gap > clocksApartMs + usualDelayMs(deps);
      const seconds = (Math.abs(gap) / 1_000).toFixed(1);
      const clockWords = `The server's clock is ${seconds} seconds ${gap > 0 ? "ahead of" : "behind"} the chain's, or the provider is that late.`;
      await say(deps, pulseAlarms.clocks, isApart ? clockWords : null);
    },
    reached: async (deps) => {
      awaySince = null;
      await say(deps, pulseAlarms.away, null);
    },
    failed: async (deps, error) => {
      if (!(error instanceof ChainUnavailable) || error instanceof ChainReplaced) return; // another alarm covers these
      const now = deps.clock.now();
      awaySince ??= now;
      if (now.getTime() - awaySince.getTime() < awayMs) return;
      await say(deps, pulseAlarms.away, "The chain cannot be read. Payments wait until it can.");
    },
  };
}
