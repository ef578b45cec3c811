import type { Deps } from "../deps.ts";
import { createChainPulse } from "../features/settlement/reading/chain-pulse.ts";
import { finalizeTransfers } from "../features/settlement/counting/finalize-transfers.ts";
import { isChainAwaited } from "../features/settlement/reading/is-chain-awaited.ts";
import { keepRest } from "../features/settlement/recording/keep-rest.ts";
import { watchChain } from "../features/settlement/reading/watch-chain.ts";
import { createBlockPace } from "./block-pace.ts";
import { type Loop, type LoopHost, startLoop } from "./loop.ts";

/** While nothing waits for the chain, it is read once in the time of so many blocks. */
const restBlocks = 8;
/** How often somebody new is looked for while nobody waits. */
const restStepMs = 500;

/**
 * Reads each block as soon as it is there while anything waits for the chain, and several at once while nothing does; raises an alarm when the
 * chain has been away for a minute, stands still, or has another clock. Of clocks five blocks tell, so that these are not read eight at a time: an
 * alarm about them would outlive its cause by a minute and a half.
 */
function startWatchingChain(deps: Deps, host: LoopHost, reading: Reading): Loop {
  let restsUntil = 0;
  let pulse = createChainPulse();
  const blockTimeMs = deps.network.blockTimeSeconds * 1_000;
  const pace = createBlockPace(blockTimeMs);
  return startLoop(deps, {
    name: "watch-chain",
    everyMs: blockTimeMs / 4,
    host: {
      ...host,
      isOurs: () => {
        const isHeld = host.isOurs();
        // Whoever reads meanwhile may raise what is not known of here.
        if (!isHeld) pulse = createChainPulse();
        return isHeld;
      },
    },
    step: async () => {
      const isAwake = pulse.wantsEachBlock() || (await isChainAwaited(deps));
      if (!isAwake && performance.now() < restsUntil) return restStepMs;
      reading.isBehind = true;
      try {
        const { more, head } = await watchChain(deps);
        reading.isBehind = more;
        const at = performance.now();
        const nextMs = pace.after({ height: head.number, time: head.time }, at);
        restsUntil = at + restBlocks * blockTimeMs - restStepMs;
        if (more) return true;
        return isAwake ? nextMs : restStepMs;
      } finally {
        await pulse.check(deps);
      }
    },
    onSuccess: () => pulse.reached(deps),
    onFailure: (error) => pulse.failed(deps, error),
  });
}

/** Keeps what crowds sent, a page whenever the reading has caught up. */
function startKeepingRest(deps: Deps, host: LoopHost, reading: Readonly<Reading>): Loop {
  const everyMs = (deps.network.blockTimeSeconds * 1_000) / 10;
  const step = async () => !reading.isBehind && keepRest(deps);
  return startLoop(deps, { name: "keep-rest", everyMs, host, step });
}

/** How far the reading is, for what has to wait for it. */
interface Reading {
  /** Whether blocks are being read, or there are some that could not be. */
  isBehind: boolean;
}

/** Starts reading the chain, and keeping what it leaves. */
export function startReading(deps: Deps, host: LoopHost): Loop[] {
  const reading = { isBehind: true };
  return [startWatchingChain(deps, host, reading), startKeepingRest(deps, host, reading)];
}

/** Seals what has become final once a block, beside the reading, so that no crowd of transfers holds a payer up. */
export function startFinalizing(deps: Deps, host: LoopHost): Loop {
  const everyMs = deps.network.blockTimeSeconds * 1_000;
  return startLoop(deps, { name: "finalize-transfers", everyMs, host, step: finalizeTransfers });
}
