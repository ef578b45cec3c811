import { networks } from "@hearth/chain/networks";
import { keysOf } from "@hearth/domain/keys-of";
import { z } from "zod";
import type { Deps } from "../../../deps.ts";

/** The chain's settings that a browser needs. */
export const networkView = z.strictObject({
  name: z.enum(keysOf(networks)),
  chainId: z.number().int(),
  label: z.string(),
  rpcUrl: z.string(),
  /** Faucet for test money; only on the local chain, where the test wallet exists. */
  faucetUrl: z.string().nullable(),
  /** True when people can link an exchange account, or pay by card or bank. */
  hasExchange: z.boolean(),
  hasOnramp: z.boolean(),
  /** The origin of the passkey wallet's page; null where passkey wallets are not offered. */
  walletOrigin: z.string().nullable(),
  /** Hours that an unsigned change of the payout wallet waits; 0 when it takes effect at once. */
  payoutChangeHours: z.number().int(),
});

export function toNetworkView({ env, network, exchange, onramp }: Deps): z.infer<typeof networkView> {
  const { name, chainId, label, payoutChangeHours } = network;
  const urls = { rpcUrl: env.browserRpcUrl, faucetUrl: env.faucetUrl, walletOrigin: env.walletOrigin };
  return { name, chainId, label, ...urls, hasExchange: exchange !== null, hasOnramp: onramp !== null, payoutChangeHours };
}
