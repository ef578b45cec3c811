import { networks } from "@hearth/chain/networks";
import { trpc } from "../../lib/trpc.ts";

/** The server's network. Undefined until known; never changes while the page is open. */
export function useNetwork() {
  return useNetworkQuery().data;
}

/** True once the network query has succeeded or failed, so that dependent content no longer changes. */
export function useIsNetworkAsked(): boolean {
  return !useNetworkQuery().isPending;
}

function useNetworkQuery() {
  return trpc.payments.network.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
}

/** Returns functions for block explorer URLs. They return undefined if the network has no explorer. */
export function useExplorer() {
  const network = useNetwork();
  const base = network && networks[network.name].explorerUrl;
  const at = (path: string) => (base ? `${base}/${path}` : undefined);
  return { addressUrl: (address: string) => at(`address/${address}`), transactionUrl: (hash: string) => at(`tx/${hash}`) };
}
