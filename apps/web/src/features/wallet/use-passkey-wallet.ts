import { useQuery } from "@tanstack/react-query";
import { ownPasskeyWalletSupport, type PasskeyWalletSupport } from "../../lib/passkey-wallet-support.ts";
import { useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { useWalletContext } from "./wallet-context.ts";

/** Returns how this browser can use a passkey wallet. Undefined for the moment in which the browser is asked. */
export function usePasskeyWalletSupport(): PasskeyWalletSupport | undefined {
  const { walletOrigin } = useWalletContext().info;
  const { data } = useQuery({ queryKey: ["passkeyWalletSupport"], queryFn: ownPasskeyWalletSupport, staleTime: Infinity });
  return walletOrigin === null ? "impossible" : data;
}

/** Returns the address of the account's passkey wallet. Null if there is none, for a visitor, and if it cannot be read. Undefined while unknown. */
export function usePasskeyWalletAddress(): string | null | undefined {
  const { walletOrigin } = useWalletContext().info;
  const { authToken } = useSession();
  const isAsked = walletOrigin !== null && authToken !== null;
  const { data, isError } = trpc.passkeyWallet.read.useQuery(undefined, { enabled: isAsked });
  if (!isAsked || isError) return null;
  return data === undefined ? undefined : (data.wallet?.address ?? null);
}
