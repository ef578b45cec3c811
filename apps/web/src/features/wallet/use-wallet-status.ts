import { errorCode } from "../../lib/api-error.ts";
import { useSession } from "../../lib/session.ts";
import { type Outputs, trpc } from "../../lib/trpc.ts";

export type WalletStatus = Outputs["wallet"]["status"];

export type LinkedWallets =
  | { kind: "loading" }
  | { kind: "none" }
  | { kind: "linked"; status: WalletStatus }
  | { kind: "failed"; retry: () => void; isRetrying: boolean };

/** Returns the wallets linked to the signed-in account. A visitor has none. */
export function useWalletStatus(): LinkedWallets {
  const { authToken } = useSession();
  const query = trpc.wallet.status.useQuery(undefined, {
    enabled: authToken !== null,
    // "None linked" is a valid answer. Retrying it for each part that mounts would make the status unknown again meanwhile.
    retryOnMount: ({ state }) => !saysNone(state.error) || state.isInvalidated,
  });
  if (authToken === null || saysNone(query.error)) return { kind: "none" };
  if (query.data) return isLinked(query.data) ? { kind: "linked", status: query.data } : { kind: "none" };
  if (query.isError) return { kind: "failed", retry: () => void query.refetch(), isRetrying: query.isFetching };
  return { kind: "loading" };
}

/** True if the signed-in account has a linked exchange account. False while unknown. */
export function useLinkedExchange(): boolean {
  const linked = useWalletStatus();
  return linked.kind === "linked" && linked.status.coinbaseAccountConnected;
}

function saysNone(error: unknown): boolean {
  return errorCode(error) === "WALLET_SETUP_NEEDED";
}

function isLinked(status: WalletStatus): boolean {
  return status.coinbaseAccountConnected || linkedAddresses(status).length > 0;
}

/** Addresses of an account's linked wallets, its own before the smart wallet. */
export function linkedAddresses({ walletAddress, smartWalletAddress }: WalletStatus): string[] {
  return [walletAddress, smartWalletAddress].filter((address) => address !== null);
}
