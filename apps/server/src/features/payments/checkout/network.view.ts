import { networks } from "@hearth/chain/networks";
import { keysOf } from "@hearth/domain/keys-of";
import { z } from "zod";
import type { Deps } from "../../../deps.ts";

/** What a browser needs to know about the chain that this server works on. */
export const networkView = z.strictObject({
  name: z.enum(keysOf(networks)),
  chainId: z.number().int(),
  label: z.string(),
  rpcUrl: z.string(),
  /** Where test money comes from; only on the local chain, where the test wallet exists. */
  faucetUrl: z.string().nullable(),
  /** Whether people can link an account at the exchange here, and pay by card or bank. */
  hasExchange: z.boolean(),
  hasOnramp: z.boolean(),
  /** How long another payout wallet waits that nobody signed for; 0 where it counts at once. */
  payoutChangeHours: z.number().int(),
});

/** The chain as browsers are told. */
export function toNetworkView({ env, network, exchange, onramp }: Deps): z.infer<typeof networkView> {
  const { name, chainId, label, payoutChangeHours } = network;
  const urls = { rpcUrl: env.browserRpcUrl, faucetUrl: env.faucetUrl };
  return { name, chainId, label, ...urls, hasExchange: exchange !== null, hasOnramp: onramp !== null, payoutChangeHours };
}
