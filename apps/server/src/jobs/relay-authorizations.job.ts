import type { Deps } from "../deps.ts";
import { watchFormerKeys } from "../features/payments/relay/follow-former-keys.ts";
import { relayAuthorizations } from "../features/payments/relay/relay-authorizations.ts";
import { watchRelayerGas } from "../features/payments/relay/relayer-gas.ts";
import { type Loop, startLoop } from "./loop.ts";

/** Keeps the relayer going, one step twice a second. */
export function startRelaying(deps: Deps, isOurs: () => boolean): Loop {
  return startLoop({ name: "relay-authorizations", everyMs: 500, log: deps.log, isOurs, step: () => relayAuthorizations(deps) });
}

/** Looks after the relayer's gas, and what another key has left behind, every ten seconds. */
export function startWatchingGas(deps: Deps, isOurs: () => boolean): Loop {
  const step = async () => {
    await watchFormerKeys(deps);
    await watchRelayerGas(deps);
  };
  return startLoop({ name: "watch-relayer-gas", everyMs: 10_000, log: deps.log, isOurs, step });
}
