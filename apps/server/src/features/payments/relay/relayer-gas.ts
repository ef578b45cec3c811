import type { Relayer } from "@hearth/chain/relayer";
import type { Deps } from "../../../deps.ts";
import { clearAlarm, raiseAlarm } from "../../alarms/alarms.repo.ts";

/** Alarm threshold in wei. One authorization costs about 100,000 gas; this is about a hundred of them. */
const lowGasWei = 1_000_000_000_000_000n;
const gasAlarm = "relayer-gas";

/** Checks the relayer's gas periodically, so that the alarm is raised before a payer is affected and cleared after a refill. */
export async function watchRelayerGas(deps: Deps): Promise<void> {
  if (deps.relayer) await readGas(deps, deps.relayer);
}

/** Returns the relayer's gas balance in wei, or null when it is too low. Raises and clears the alarm. */
export async function readGas(deps: Deps, relayer: Relayer): Promise<bigint | null> {
  const wei = await deps.chain.nativeBalanceOf(relayer.address);
  const now = deps.clock.now();
  deps.metrics.sawGas(wei, now);
  if (wei >= lowGasWei) {
    await clearAlarm(deps.db, gasAlarm, now);
    return wei;
  }
  const message = "The relayer is out of gas. Payers are asked to send from their wallets until it is filled.";
  await raiseAlarm(deps.db, { key: gasAlarm, message, data: { address: relayer.address, wei: wei.toString() }, now });
  return null;
}
