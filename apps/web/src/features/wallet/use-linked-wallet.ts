import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type Connector, useConnectors } from "wagmi";
import { passkeyWalletId } from "../../lib/wagmi-passkey-wallet.ts";
import { useLatch } from "../../lib/use-latch.ts";
import { useSession } from "../../lib/session.ts";
import { testWalletId } from "../../lib/wagmi-test-wallet.ts";
import { usePasskeyWalletAddress, usePasskeyWalletSupport } from "./use-passkey-wallet.ts";
import { useConnectedWallet, useConnectWallet } from "./use-wallet.ts";
import { linkedAddresses, useWalletStatus } from "./use-wallet-status.ts";
import { useWalletContext } from "./wallet-context.ts";

/** Addresses linked to the signed-in account. Undefined while unknown. */
export function useLinkedAddresses(): readonly string[] | undefined {
  const linked = useWalletStatus();
  if (linked.kind === "loading") return undefined;
  return linked.kind === "linked" ? linkedAddresses(linked.status) : [];
}

/**
 * Connects the linked wallet automatically if it asks nothing of its owner on connecting: the test wallet, or the passkey wallet where this
 * browser can use it. Does so once per visit, so that a payer can disconnect it and choose another. Returns true while connecting or
 * reconnecting.
 */
export function useOwnWallet(linked: readonly string[] | undefined): boolean {
  const { isReady } = useWalletContext();
  const wallet = useConnectedWallet();
  const hasTried = useRef(false);
  const { mutate, isPending } = useConnectWallet();
  const own = useQuietConnector(linked);

  useEffect(() => {
    if (!isReady || own === undefined || hasTried.current) return;
    hasTried.current = true;
    if (own !== null && !wallet) mutate(own);
  }, [isReady, own, wallet, mutate]);

  // A later refetch must not hide what was shown, which would mount it again and refetch without end.
  const wasKnown = useLatch(own !== undefined);
  return !isReady || !wasKnown || isPending;
}

/** Returns the connector of the linked wallet that connects without a question. Null if there is none, undefined while unknown. */
function useQuietConnector(linked: readonly string[] | undefined): Connector | null | undefined {
  const connectors = useConnectors();
  const testAddress = useTestWalletAddress();
  const support = usePasskeyWalletSupport();
  const passkeyAddress = usePasskeyWalletAddress();
  if (linked === undefined || support === undefined || passkeyAddress === undefined || testAddress === undefined) return undefined;
  const isLinked = (address: string | null) => address !== null && linked.includes(address);
  const find = (wanted: string) => connectors.find(({ id }) => id === wanted) ?? null;
  if (support === "possible" && isLinked(passkeyAddress)) return find(passkeyWalletId);
  return isLinked(testAddress) ? find(testWalletId) : null;
}

/** Address of the signed-in user's test wallet. Null on a real network and for a visitor, undefined while its code is loading. */
function useTestWalletAddress(): string | null | undefined {
  const { user } = useSession();
  const connector = useConnectors().find(({ id }) => id === testWalletId);
  const owner = connector === undefined ? null : (user?._id ?? null);
  const { data, isError } = useQuery({
    queryKey: ["testWallet", owner],
    queryFn: async () => (owner === null ? null : ((await connector?.getAccounts())?.[0] ?? null)),
    staleTime: Infinity,
  });
  return isError ? null : data;
}
