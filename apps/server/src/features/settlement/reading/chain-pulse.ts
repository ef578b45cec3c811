import { ChainReplaced, ChainUnavailable } from "@hearth/chain/chain-errors";
import type { Deps } from "../../../deps.ts";
import { clearAlarm, raiseAlarm } from "../../alarms/alarms.repo.ts";
import { type Cursor, findCursor } from "../../ledger/chain-cursor.repo.ts";

/** Keys of the alarms about reading the chain. */
export const pulseAlarms = { unavailable: "chain-unavailable", stale: "chain-stands-still", clocks: "clocks-apart" } as const;

/** An outage of this length raises the alarm. Shorter ones may be a restart of the node. */
const outageAlarmMs = 60_000;
/** Largest tolerated difference between the chain's and the server's clock. */
const maxClockGapMs = 2_000;
/** Number of new blocks in the clock estimate. It uses their median, so one late block changes nothing. */
const sampleSize = 5;
/** A step over more blocks is catching up; its block ages are ignored. */
const maxSampledStep = 10n;

/**
 * Monitors chain reading. After each step it checks that reading progresses and that the chain's clock agrees with the server's, and raises
 * and clears the alarms.
 */
export interface ChainPulse {
  /** Returns true while the clocks are not known to agree. Every block is then read, even if no payment waits. */
  shouldReadEveryBlock(): boolean;
  check(deps: Pick<Deps, "db" | "clock" | "network">): Promise<void>;
  /** Reports a successful step. */
  succeeded(deps: Pick<Deps, "db" | "clock">): Promise<void>;
  /** Reports a step that failed with this error. */
  failed(deps: Pick<Deps, "db" | "clock">, error: unknown): Promise<void>;
}

/**
 * Estimates how far the server's clock is ahead of the chain's, in ms, from the ages at which new blocks were read. Returns null with fewer
 * than five ages.
 */
export function estimateClockGap(agesMs: number[]): number | null {
  if (agesMs.length < sampleSize) return null;
  return agesMs.slice(-sampleSize).toSorted((left, right) => left - right)[Math.floor(sampleSize / 2)] ?? null;
}

/** Returns true when the newest block read is older than the network's policy allows. */
export function isChainStale({ network, clock }: Pick<Deps, "network" | "clock">, blockTime: Date): boolean {
  return clock.now().getTime() - blockTime.getTime() > network.standstillSeconds * 1_000;
}

/** Creates a monitor without history. It writes to the database only on a change. */
export function createChainPulse(): ChainPulse {
  let ages: number[] = [];
  let lastBlockNumber: bigint | null = null;
  let unavailableSince: Date | null = null;
  const isRaisedByKey = new Map<string, boolean>();
  const updateAlarm = async (deps: Pick<Deps, "db" | "clock">, key: string, message: string | null) => {
    const now = deps.clock.now();
    if (isRaisedByKey.get(key) === (message !== null)) return;
    await (message === null ? clearAlarm(deps.db, key, now) : raiseAlarm(deps.db, { key, message, now }));
    isRaisedByKey.set(key, message !== null);
  };
  /** The longest delay between a block and its reading in normal operation, in milliseconds: a quarter of the block time. */
  const maxUsualDelayMs = ({ network }: Pick<Deps, "network">) => (network.blockTimeSeconds * 1_000) / 4;
  const recordBlockAge = (deps: Pick<Deps, "clock">, cursor: Cursor) => {
    const step = lastBlockNumber === null ? 0n : cursor.blockNumber - lastBlockNumber;
    lastBlockNumber = cursor.blockNumber;
    if (step < 0n || step > maxSampledStep) ages = [];
    else if (step > 0n) ages = [...ages, deps.clock.now().getTime() - cursor.blockTime.getTime()].slice(-sampleSize);
  };
  return {
    shouldReadEveryBlock: () => isRaisedByKey.get(pulseAlarms.clocks) !== false,
    check: async (deps) => {
      const cursor = await findCursor(deps.db, deps.network.chainId);
      if (!cursor) return;
      recordBlockAge(deps, cursor);
      const isStale = isChainStale(deps, cursor.blockTime);
      const staleMessage = `No block has been read that is younger than ${deps.network.standstillSeconds} seconds. Payments wait.`;
      await updateAlarm(deps, pulseAlarms.stale, isStale ? staleMessage : null);
      const gapMs = isStale ? null : estimateClockGap(ages);
      if (gapMs === null) return;
      const areClocksApart = gapMs < -maxClockGapMs || gapMs > maxClockGapMs + maxUsualDelayMs(deps);
      const seconds = (Math.abs(gapMs) / 1_000).toFixed(1);
      const clockMessage = `The server's clock is ${seconds} seconds ${gapMs > 0 ? "ahead of" : "behind"} the chain's, or the provider is that late.`;
      await updateAlarm(deps, pulseAlarms.clocks, areClocksApart ? clockMessage : null);
    },
    succeeded: async (deps) => {
      unavailableSince = null;
      await updateAlarm(deps, pulseAlarms.unavailable, null);
    },
    failed: async (deps, error) => {
      if (!(error instanceof ChainUnavailable) || error instanceof ChainReplaced) return; // another alarm covers these
      const now = deps.clock.now();
      unavailableSince ??= now;
      if (now.getTime() - unavailableSince.getTime() < outageAlarmMs) return;
      await updateAlarm(deps, pulseAlarms.unavailable, "The chain cannot be read. Payments wait until it can.");
    },
  };
}
