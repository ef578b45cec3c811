import { type ReactNode, useEffect, useState } from "react";
import { type Config, WagmiContext } from "wagmi";
import { useSession } from "../../lib/session.ts";
import { createWalletConfig, type NetworkInfo, reconnectLastWallet } from "../../lib/wagmi.ts";
import { trpc } from "../../lib/trpc.ts";
import { ErrorState } from "../../ui/empty.tsx";
import { WalletContext } from "./wallet-context.ts";

/** A wallet that does not answer must not keep the page waiting. */
const reconnectPatienceMs = 4_000;

/** One configuration for as long as the page and who uses it stay the same: the next person begins with no wallet connected. */
let current: { key: string; config: Config } | null = null;

function configFor(info: NetworkInfo, userId: string | null): Config {
  const key = JSON.stringify([info, userId]);
  if (current?.key !== key) current = { key, config: createWalletConfig(info, userId) };
  return current.config;
}

interface WalletProviderProps {
  children: ReactNode;
  /** Shown until the network is known, in the shape of what comes. */
  loading: ReactNode;
  /** Where the failure stands when the network cannot be learnt. */
  failed: (words: ReactNode) => ReactNode;
}

/** Lets what is inside use the visitor's wallets. Put it only around pages that do: it brings the wallet code with it. */
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

  // Not WagmiProvider: told not to reconnect by itself, it drops every connection each time it renders.
  return (
    <WagmiContext value={config}>
      <WalletContext value={{ info, isReady }}>{children}</WalletContext>
    </WagmiContext>
  );
}
