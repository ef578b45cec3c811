import { ChainReplaced, ChainUnavailable } from "@hearth/chain/chain-errors";
import type { Deps } from "../../../deps.ts";
import { clearAlarm, raiseAlarm } from "../../alarms/alarms.repo.ts";
import { type Cursor, findCursor } from "../../ledger/chain-cursor.repo.ts";

/** What the alarms about reading are kept under. */
export const pulseAlarms = { away: "chain-unavailable", standstill: "chain-stands-still", clocks: "clocks-apart" } as const;

/** A node that is away for so long does not just restart. */
const awayMs = 60_000;
/** The clocks of chain and server may differ by this much. */
const clocksApartMs = 2_000;
/** How many new blocks speak for a clock; their middle one counts, so that a block that comes late says nothing by itself. */
const sampled = 5;
/** Reading that takes more blocks at once catches up, and says nothing of clocks. */
const mostBlocksAtOnce = 10n;

/** Looks after each step of reading whether it goes on, and whether the chain's clock and the server's agree; raises and clears the alarms about it. */
export interface ChainPulse {
  /** Whether each block is to be read though nobody waits for one: while it is not known whether the clocks agree, or is known that they do not. */
  wantsEachBlock(): boolean;
  check(deps: Pick<Deps, "db" | "clock" | "network">): Promise<void>;
  /** A step came to its end. */
  reached(deps: Pick<Deps, "db" | "clock">): Promise<void>;
  /** A step failed, by this error. */
  failed(deps: Pick<Deps, "db" | "clock">, error: unknown): Promise<void>;
}

/** By how much the server's clock is ahead of the chain's, in ms, by the ages that new blocks were read at; null before there are enough. */
export function clockGap(agesMs: number[]): number | null {
  if (agesMs.length < sampled) return null;
  return agesMs.slice(-sampled).toSorted((left, right) => left - right)[Math.floor(sampled / 2)] ?? null;
}

/** Whether the newest block that was read is older than the network's policy allows. */
export function standsStill({ network, clock }: Pick<Deps, "network" | "clock">, blockTime: Date): boolean {
  return clock.now().getTime() - blockTime.getTime() > network.standstillSeconds * 1_000;
}

/** A pulse that has seen nothing yet. It writes to the database only when something has changed. */
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
  /** A step looks four times in a block's time; so much later than it was made a block is read at the latest. */
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
      const isStill = standsStill(deps, cursor.blockTime);
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
      if (!(error instanceof ChainUnavailable) || error instanceof ChainReplaced) return; // of that another alarm tells
      const now = deps.clock.now();
      awaySince ??= now;
      if (now.getTime() - awaySince.getTime() < awayMs) return;
      await say(deps, pulseAlarms.away, "The chain cannot be read. Payments wait until it can.");
    },
  };
}
