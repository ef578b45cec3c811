import { errorCode } from "../../lib/api-error.ts";
import { useSession } from "../../lib/session.ts";
import { type Outputs, trpc } from "../../lib/trpc.ts";

export type WalletStatus = Outputs["wallet"]["status"];

export type LinkedWallets =
  | { kind: "loading" }
  | { kind: "none" }
  | { kind: "linked"; status: WalletStatus }
  | { kind: "failed"; retry: () => void; isRetrying: boolean };

/** Which wallets are linked to the signed-in account; none for a visitor. */
export function useWalletStatus(): LinkedWallets {
  const { authToken } = useSession();
  const query = trpc.wallet.status.useQuery(undefined, {
    enabled: authToken !== null,
    // That there is none is an answer: asked again by each part of a page that comes, it would be unknown again meanwhile.
    retryOnMount: ({ state }) => !saysNone(state.error) || state.isInvalidated,
  });
  if (authToken === null || saysNone(query.error)) return { kind: "none" };
  if (query.data) return isLinked(query.data) ? { kind: "linked", status: query.data } : { kind: "none" };
  if (query.isError) return { kind: "failed", retry: () => void query.refetch(), isRetrying: query.isFetching };
  return { kind: "loading" };
}

/** Whether the signed-in account has one at the exchange linked to it; false while that is not known. */
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

/** The addresses of an account's linked wallets, its own before its smart one. */
export function linkedAddresses({ walletAddress, smartWalletAddress }: WalletStatus): string[] {
  return [walletAddress, smartWalletAddress].filter((address) => address !== null);
}
