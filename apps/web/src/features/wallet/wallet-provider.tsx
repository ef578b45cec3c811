import { type ReactNode, useEffect, useState } from "react";
import { type Config, WagmiContext } from "wagmi";
import { useSession } from "../../lib/session.ts";
import type { AskWallet } from "../../lib/wagmi-passkey-provider.ts";
import { createWalletConfig, type NetworkInfo, reconnectLastWallet } from "../../lib/wagmi.ts";
import { trpc } from "../../lib/trpc.ts";
import { ErrorState } from "../../ui/empty.tsx";
import { loadTwice } from "../../ui/lazy-part.tsx";
import { WalletContext } from "./wallet-context.ts";

/** Maximum wait for a wallet to reconnect, so that an unresponsive wallet does not block the page. */
const reconnectPatienceMs = 4_000;

/** One configuration per page and user, so that the next user starts without a connected wallet. */
let current: { key: string; config: Config } | null = null;

/** Loads the dialog of the wallet's page with the first request. */
const askWallet: AskWallet = async (origin, request) => {
  const { askWallet: ask } = await loadTwice(() => import("../wallet-page/ask-wallet.ts"));
  return ask(origin, request);
};

function configFor(info: NetworkInfo, userId: string | null): Config {
  const key = JSON.stringify([info, userId]);
  if (current?.key !== key) current = { key, config: createWalletConfig(info, { userId, askWallet }) };
  return current.config;
}

interface WalletProviderProps {
  children: ReactNode;
  /** Placeholder with the shape of the content, shown until the network is known. */
  loading: ReactNode;
  /** Wraps the error shown if the network cannot be loaded. */
  failed: (message: ReactNode) => ReactNode;
}

/** Gives its children access to the visitor's wallets. It loads the wallet libraries, so use it only on pages that need them. */
export function WalletProvider({ children, loading, failed }: WalletProviderProps) {
  const network = trpc.payments.network.useQuery(undefined, { staleTime: Infinity });
  if (network.data) return <Wallets info={network.data}>{children}</Wallets>;
  if (!network.isError) return loading;
  return failed(
    <ErrorState onRetry={() => void network.refetch()} busy={network.isFetching}>
      Failed to load payment processor
    </ErrorState>,
  );
}

function Wallets({ info, children }: { info: NetworkInfo; children: ReactNode }) {
  const { user } = useSession();
  const config = configFor(info, user?._id ?? null);
  const [isReady, setReady] = useState(false);

  useEffect(() => {
    let isHere = true;
    const patience = setTimeout(() => setReady(true), reconnectPatienceMs);
    reconnectLastWallet(config).then(
      () => isHere && setReady(true),
      () => isHere && setReady(true),
    );
    return () => {
      isHere = false;
      clearTimeout(patience);
    };
  }, [config]);

  // Replaces WagmiProvider, which drops every connection on each render if reconnecting is disabled.
  return (
    <WagmiContext value={config}>
      <WalletContext value={{ info, isReady }}>{children}</WalletContext>
    </WagmiContext>
  );
}
