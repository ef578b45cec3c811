import { networks } from "@hearth/chain/networks";
import { readUsdcBalance } from "@hearth/chain/usdc-balance";
import { useQuery } from "@tanstack/react-query";
import { linkedAddresses, useWalletStatus } from "../wallet/use-wallet-status.ts";
import { useNetwork } from "./use-network.ts";

const refreshMs = 15_000;

/**
 * What the linked wallet of the account holds, in USDC base units, read from the chain without the wallet libraries: before a payment, where nothing
 * is signed. `none` where no wallet of the account's own is linked, `unread` where it cannot be read; undefined while it is not known.
 */
export function useOwnBalance(): bigint | "none" | "unread" | undefined {
  const linked = useWalletStatus();
  const network = useNetwork();
  const address = linked.kind === "linked" ? linkedAddresses(linked.status)[0] : undefined;
  const { data, isError } = useQuery({
    queryKey: ["usdcBalance", network?.rpcUrl, address],
    enabled: network !== undefined && address !== undefined,
    queryFn: () => {
      if (network === undefined || !isHex(address)) throw new Error("There is no address to read");
      return readUsdcBalance({ network: networks[network.name], rpcUrl: network.rpcUrl, address });
    },
    refetchInterval: refreshMs,
  });
  if (linked.kind === "none" || (linked.kind === "linked" && address === undefined)) return "none";
  if (data === undefined && (isError || linked.kind === "failed")) return "unread";
  return data;
}

function isHex(address: string | undefined): address is `0x${string}` {
  return address?.startsWith("0x") === true;
}
