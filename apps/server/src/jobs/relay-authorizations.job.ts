import type { Deps } from "../deps.ts";
import { watchFormerKeys } from "../features/payments/relay/follow-former-keys.ts";
import { relayAuthorizations } from "../features/payments/relay/relay-authorizations.ts";
import { watchRelayerGas } from "../features/payments/relay/relayer-gas.ts";
import { type Loop, type LoopHost, startLoop } from "./loop.ts";

/** Runs the relayer twice a second. */
export function startRelaying(deps: Deps, host: LoopHost): Loop {
  return startLoop(deps, { name: "relay-authorizations", everyMs: 500, host, step: relayAuthorizations });
}

/** Checks the relayer's gas, and transactions that a former key has left pending, every ten seconds. */
export function startWatchingGas(deps: Deps, host: LoopHost): Loop {
  const step = async () => {
    await watchFormerKeys(deps);
    await watchRelayerGas(deps);
  };
  return startLoop(deps, { name: "watch-relayer-gas", everyMs: 10_000, host, step });
}
