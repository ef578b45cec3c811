import { networks } from "@hearth/chain/networks";
import { trpc } from "../../lib/trpc.ts";

/** The chain that the server works on; undefined until it is known. It does not change while the page lives. */
export function useNetwork() {
  return useNetworkQuery().data;
}

/** Whether the server has said which network it is, or could not: what depends on it does not change any more. */
export function useIsNetworkAsked(): boolean {
  return !useNetworkQuery().isPending;
}

function useNetworkQuery() {
  return trpc.payments.network.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
}

/** Where the block explorer shows things of the server's chain; both give undefined where there is no explorer. */
export function useExplorer() {
  const network = useNetwork();
  const base = network && networks[network.name].explorerUrl;
  const at = (path: string) => (base ? `${base}/${path}` : undefined);
  return { addressUrl: (address: string) => at(`address/${address}`), transactionUrl: (hash: string) => at(`tx/${hash}`) };
}
