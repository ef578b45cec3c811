import type { ReactNode } from "react";
import { useTitle } from "../../../lib/use-title.ts";
import { ErrorState } from "../../../ui/empty.tsx";
import { Page, PageHead } from "../../../ui/page.tsx";
import { SkeletonPart } from "../../../ui/skeleton.tsx";
import { useDisconnectWallets } from "../use-wallet.ts";
import { useWalletContext } from "../wallet-context.ts";
import { WalletProvider } from "../wallet-provider.tsx";
import { AccountCheckStep } from "./account-check-step.tsx";
import { ConnectedStep } from "./connected-step.tsx";
import { CreateInfoStep, SignupOptionsStep, LinkAccountStep } from "./account-steps.tsx";
import { ProveStep } from "./prove-step.tsx";
import { type Go, useWizard, type Wizard } from "./use-wizard.ts";
import { VerifyingStep } from "./verifying-step.tsx";
import type { WizardSearch } from "./wizard-search.ts";

interface WalletSetupProps {
  search: WizardSearch;
  go: Go;
}

/** Wallet setup page: links an exchange account, or proves a wallet of the user's own. */
export function WalletSetup(props: WalletSetupProps) {
  useTitle("Wallet setup");
  return (
    <Page>
      <WalletProvider loading={<SetupSkeleton />} failed={(message) => <Plain>{message}</Plain>}>
        <SetupSteps {...props} />
      </WalletProvider>
    </Page>
  );
}

function SetupSteps({ search, go }: WalletSetupProps) {
  const wizard = useWizard(search, go);
  const { isReady } = useWalletContext();
  const { linked } = wizard;
  if (linked.kind === "failed") {
    return (
      <Plain>
        <ErrorState onRetry={linked.retry} busy={linked.isRetrying}>
          Failed to load wallet status. Please try again.
        </ErrorState>
      </Plain>
    );
  }
  const isReconnecting = !isReady && search.step === 3 && search.way === "wallet";
  if (wizard.isLoading || isReconnecting) return <SetupSkeleton />;
  return <CurrentStep wizard={wizard} way={search.way} />;
}

function CurrentStep({ wizard, way }: { wizard: Wizard; way: WizardSearch["way"] }) {
  const { go, link, linked, wallet } = wizard;
  const disconnect = useDisconnectWallets();
  const toCheck = () => go({ step: 1 });
  const toLinking = () => go({ step: 3, way: way === "new" ? "new" : "existing" });
  switch (wizard.step) {
    case 1:
      return (
        <AccountCheckStep
          onYes={() => go({ step: 3, way: "existing" })}
          onNo={() => go({ step: 2, way: "new" })}
          onWallet={(kind) => void wizard.takeWallet(kind)}
          lastProblem={wizard.isLinked ? null : wizard.lastProblem}
          onBack={wizard.isLinked ? () => go({ step: 5 }) : undefined}
        />
      );
    case 2:
      return (
        <CreateInfoStep onNext={() => go({ step: 2.5, way: "new" })} onHaveOne={() => go({ step: 3, way: "existing" })} onBack={toCheck} />
      );
    case 2.5:
      return (
        <SignupOptionsStep
          link={link}
          onSignedUp={() => go({ step: 3, way: "new" })}
          onWallet={toCheck}
          onPasskey={() => void wizard.takeWallet("passkey")}
          onBack={() => go({ step: 2, way: "new" })}
        />
      );
    case 3: {
      const isOwn = wallet !== null && (way === "wallet" || way === undefined);
      if (isOwn) return <ProveStep wallet={wallet} onProven={wizard.finish} onOther={() => void disconnect().then(toCheck)} />;
      const onBack = way === "new" ? () => go({ step: 2.5, way }) : toCheck;
      return <LinkAccountStep way={way} link={link} onBack={onBack} />;
    }
    case 4:
      return (
        <VerifyingStep
          way={way}
          link={link}
          verification={wizard.verification.data}
          isUnreachable={wizard.verification.isError}
          linkProblem={wizard.linkProblem}
          onLinkStep={toLinking}
          onCreateStep={() => go({ step: 2, way: "new" })}
          onCleared={toCheck}
        />
      );
    case 5:
      if (linked.kind !== "linked") return <SetupSkeleton />;
      return (
        <ConnectedStep
          status={linked.status}
          way={way}
          to={wizard.to}
          isFresh={wizard.isFresh}
          onStay={() => go({ step: 5, ...(way && { way }) }, true)}
          onChange={() => void disconnect().then(toCheck)}
        />
      );
  }
}

/** The page without its steps, until the current step is known. */
function Plain({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHead title="Wallet setup" />
      {children}
    </>
  );
}

function SetupSkeleton() {
  return (
    <Plain>
      <SkeletonPart label="Loading your wallet" />
    </Plain>
  );
}
