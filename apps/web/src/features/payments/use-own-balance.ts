import { networks } from "@hearth/chain/networks";
import { readUsdcBalance } from "@hearth/chain/usdc-balance";
import { useQuery } from "@tanstack/react-query";
import { linkedAddresses, useWalletStatus } from "../wallet/use-wallet-status.ts";
import { useNetwork } from "./use-network.ts";

const refreshMs = 15_000;

/**
 * Returns the balance of the account's linked wallet in USDC base units. Reads it from the chain without the wallet libraries, since
 * nothing is signed.
 * `none`: no own wallet is linked. `unread`: it could not be read. Undefined: not loaded yet.
 */
export function useOwnBalance(): bigint | "none" | "unread" | undefined {
  const linked = useWalletStatus();
  const network = useNetwork();
  const address = linked.kind === "linked" ? linkedAddresses(linked.status)[0] : undefined;
  const { data, isError } = useQuery({
    queryKey: ["usdcBalance", network?.rpcUrl, address],
    enabled: network !== undefined && address !== undefined,
    queryFn: () => {
      if (network === undefined || !isHex(address)) throw new Error("There is no wallet address");
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
