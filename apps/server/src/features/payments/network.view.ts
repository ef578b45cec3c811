import { networks } from "@hearth/chain/networks";
import { z } from "zod";
import type { Deps } from "../../deps.ts";

const names = Object.keys(networks) as (keyof typeof networks)[];

/** What a browser needs to know about the chain that this server works on. */
export const networkView = z.strictObject({
  name: z.enum(names),
  chainId: z.number().int(),
  label: z.string(),
  rpcUrl: z.string(),
  /** Where test money comes from; only on the local chain, where the test wallet exists. */
  faucetUrl: z.string().nullable(),
});

/** The chain as browsers are told. */
export function toNetworkView({ env, network }: Deps): z.infer<typeof networkView> {
  return { name: network.name, chainId: network.chainId, label: network.label, rpcUrl: env.browserRpcUrl, faucetUrl: env.faucetUrl };
}
