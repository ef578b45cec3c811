import { usdcAbi } from "@hearth/chain/usdc-abi";
import { formatUsdc } from "@hearth/domain/money";
import { useReadContract } from "wagmi";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Text } from "../../ui/typography.tsx";
import { useWalletContext } from "./wallet-context.ts";

const refreshMs = 5_000;

/** Reads an address's USDC balance from the chain and keeps it fresh. In base units of 6 decimals; undefined while unknown. */
export function useUsdcBalance(address: `0x${string}` | undefined) {
  const { network } = useWalletContext();
  const { data, isError, refetch } = useReadContract({
    abi: usdcAbi,
    address: network.usdc.address,
    functionName: "balanceOf",
    args: address && [address],
    query: { enabled: address !== undefined, refetchInterval: refreshMs },
  });
  return { units: data, isError, refetch };
}

/** Formats the balance, or says that the chain cannot be reached. */
export function UsdcBalance({ balance: { units, isError } }: { balance: Pick<ReturnType<typeof useUsdcBalance>, "units" | "isError"> }) {
  if (units !== undefined) {
    return (
      <>
        <data value={String(units)}>{formatUsdc(units)}</data>{" "}
        <Text as="span" muted>
          USDC
        </Text>
      </>
    );
  }
  if (!isError) return <Skeleton width="5rem" />;
  return (
    <Text as="span" muted>
      Cannot be read at the moment
    </Text>
  );
}
