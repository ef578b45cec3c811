import { ChainUnavailable } from "@hearth/chain/chain-errors";
import type { Deps } from "../deps.ts";
import { clearAlarm, raiseAlarm } from "../features/alarms/alarms.repo.ts";
import { createChainPulse } from "../features/settlement/chain-pulse.ts";
import { finalizeTransfers } from "../features/settlement/finalize-transfers.ts";
import { keepRest } from "../features/settlement/keep-rest.ts";
import { watchChain } from "../features/settlement/watch-chain.ts";
import { type Loop, startLoop } from "./loop.ts";

const alarmAfterMs = 60_000;
const key = "chain-unavailable";

/** Reads the chain four times per block time; raises an alarm when it has been away for a minute, stands still, or has another clock. */
export function startWatchingChain(deps: Deps): Loop {
  let alarmed = true;
  const pulse = createChainPulse();
  return startLoop({
    name: "watch-chain",
    everyMs: (deps.network.blockTimeSeconds * 1_000) / 4,
    log: deps.log,
    step: async () => {
      try {
        return (await watchChain(deps)).more;
      } finally {
        await pulse.check(deps);
      }
    },
    onSuccess: async () => {
      if (alarmed) await clearAlarm(deps.db, key, deps.clock.now());
      alarmed = false;
    },
    onFailure: async (error, sinceMs) => {
      if (!(error instanceof ChainUnavailable) || sinceMs < alarmAfterMs) return;
      alarmed = true;
      await raiseAlarm(deps.db, { key, message: "The chain cannot be read. Payments wait until it can.", now: deps.clock.now() });
    },
  });
}

/** Keeps what crowds sent four times per block time, behind the reading. */
export function startKeepingRest(deps: Deps): Loop {
  const everyMs = (deps.network.blockTimeSeconds * 1_000) / 4;
  return startLoop({ name: "keep-rest", everyMs, log: deps.log, step: () => keepRest(deps) });
}

/** Seals what has become final once a block, beside the reading, so that no crowd of transfers holds a payer up. */
export function startFinalizing(deps: Deps): Loop {
  const everyMs = deps.network.blockTimeSeconds * 1_000;
  return startLoop({ name: "finalize-transfers", everyMs, log: deps.log, step: () => finalizeTransfers(deps) });
}
