import { safePath } from "@hearth/domain/redirect";
import { type ReactNode, useCallback, useState } from "react";
import { useTitle } from "../../lib/use-title.ts";
import { ErrorState } from "../../ui/empty.tsx";
import { Page, PageHead } from "../../ui/page.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { ChooseStep } from "./choose-step.tsx";
import { ConnectedStep } from "./connected-step.tsx";
import { ProveStep } from "./prove-step.tsx";
import { setupStep } from "./setup-step.ts";
import { useConnectedWallet, useDisconnectWallets } from "./use-wallet.ts";
import { useWalletStatus } from "./use-wallet-status.ts";
import { WalletProvider } from "./wallet-provider.tsx";

interface WalletSetupProps {
  /** Where its visitor came from, and where they go on afterwards. */
  from: string | undefined;
  /** How linking an account at the exchange went, where this window went there and came back. */
  hasLinked: boolean;
  problem: string | undefined;
}

/** The wallet setup: a wallet of one's own that is proven, or an account at the exchange. */
export function WalletSetup({ from, ...outcome }: WalletSetupProps) {
  useTitle("Wallet setup");
  return (
    <Page>
      <WalletProvider loading={<SetupShape />} failed={(words) => <Plain>{words}</Plain>}>
        <SetupSteps to={safePath(from)} {...outcome} />
      </WalletProvider>
    </Page>
  );
}

function SetupSteps({ to, hasLinked, problem }: { to: string } & Omit<WalletSetupProps, "from">) {
  const linked = useWalletStatus();
  const wallet = useConnectedWallet();
  const disconnect = useDisconnectWallets();
  const [isChanging, setChanging] = useState(false);
  const [isFresh, setFresh] = useState(hasLinked);
  const linkedNow = useCallback(() => {
    setChanging(false);
    setFresh(true);
  }, []);

  if (linked.kind === "loading") return <SetupShape />;
  if (linked.kind === "failed") {
    return (
      <Plain>
        <ErrorState onRetry={linked.retry} busy={linked.isRetrying}>
          Failed to load wallet status. Please try again.
        </ErrorState>
      </Plain>
    );
  }

  const status = linked.kind === "linked" ? linked.status : null;
  const hasProvenWallet = status !== null && (status.proven || status.coinbaseAccountConnected);
  const step = setupStep({ hasProvenWallet, hasConnectedWallet: wallet !== null, isChanging });
  const change = () => {
    setChanging(true);
    void disconnect();
  };

  if (step === "connected" && status) {
    return <ConnectedStep status={status} to={to} isFresh={isFresh} onStay={() => setFresh(false)} onChange={change} />;
  }
  if (step === "prove" && wallet) return <ProveStep wallet={wallet} onProven={linkedNow} />;
  const stay = { from: to, problem, onLinked: linkedNow };
  return <ChooseStep {...stay} onBack={hasProvenWallet ? () => setChanging(false) : undefined} />;
}

/** The page without its steps, while it is not known which one is the current one. */
function Plain({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHead title="Wallet setup" />
      {children}
    </>
  );
}

function SetupShape() {
  return (
    <Plain>
      <Loading label="Loading your wallet">
        <Skeleton width="100%" height="9rem" />
      </Loading>
    </Plain>
  );
}
