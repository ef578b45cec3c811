import type { Relayer } from "@hearth/chain/relayer";
import type { Deps } from "../../../deps.ts";
import { clearAlarm, raiseAlarm } from "../../alarms/alarms.repo.ts";

/** Carrying one authorization costs about 100,000 gas; with less than a hundred times that in the wallet somebody has to fill it. Wei. */
const lowGasWei = 1_000_000_000_000_000n;
const gasAlarm = "relayer-gas";

/** Looks at the relayer's gas by itself, so that the alarm comes before the first payer and goes when somebody has filled it. */
export async function watchRelayerGas(deps: Deps): Promise<void> {
  if (deps.relayer) await readGas(deps, deps.relayer);
}

/** What the relayer has for gas, in wei, or null where it cannot go on; raises an alarm then, and clears it when it can again. */
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
