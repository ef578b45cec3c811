import { useEffect, useRef } from "react";
import { useConnectors } from "wagmi";
import { useSession } from "../../lib/session.ts";
import { testWalletAddress } from "../../lib/wagmi-test-address.ts";
import { testWalletId } from "../../lib/wagmi-test-wallet.ts";
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
 * Connects the test wallet automatically if it is the linked wallet, since it never prompts.
 * Does so once per visit, so that a payer can disconnect it and choose another. Returns true while connecting or reconnecting.
 */
export function useOwnTestWallet(linked: readonly string[] | undefined): boolean {
  const { isReady } = useWalletContext();
  const { user } = useSession();
  const wallet = useConnectedWallet();
  const hasTried = useRef(false);
  const { mutate, isPending } = useConnectWallet();
  const testWallet = useConnectors().find(({ id }) => id === testWalletId);
  const isOwn = testWallet !== undefined && user !== null && linked?.includes(testWalletAddress(user._id)) === true;

  useEffect(() => {
    if (!isReady || linked === undefined || hasTried.current) return;
    hasTried.current = true;
    if (isOwn && !wallet) mutate(testWallet);
  }, [isReady, linked, isOwn, wallet, mutate, testWallet]);

  return !isReady || linked === undefined || isPending;
}
