import { parseAddress } from "@hearth/chain/addresses";
import { explorerAddressUrl, explorerTxUrl, networks } from "@hearth/chain/networks";
import { trpc } from "../../../lib/trpc.ts";

/** Returns the id of the chain, undefined until known, and functions for the addresses of its explorer. They return undefined without one. */
export function useChainFacts() {
  const { data } = trpc.payments.network.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  const network = data && networks[data.name];
  return {
    chainId: network?.chainId,
    addressUrl: (text: string) => {
      const address = parseAddress(text);
      return (network && address && explorerAddressUrl(network, address)) ?? undefined;
    },
    transactionUrl: (hash: string) => (network && explorerTxUrl(network, `0x${hash.slice(2)}`)) ?? undefined,
  };
}
