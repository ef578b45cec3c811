import { Suspense, useState } from "react";
import { usePermission } from "../../../kit/permission.tsx";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { Button } from "../../../ui/button.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { SkeletonPart } from "../../../ui/skeleton.tsx";
import { Status } from "../../../kit/status/status.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { FilterTabs } from "../../../ui/tabs.tsx";
import { Heading, Text } from "../../../ui/typography.tsx";
import { useExplorer, useNetwork } from "../../../features/payments/use-network.ts";
import { CreateWallet } from "./create-wallet.tsx";
import { PasteWallet } from "./paste-wallet.tsx";
import styles from "./settings.module.css";
import { lazyPart } from "../../../ui/lazy-part.tsx";

// Loaded on demand, because the wallet libraries are large.
const PayeeCard = lazyPart(async () => (await import("./payee-card.tsx")).PayeeCard);
const ConnectPayout = lazyPart(async () => (await import("./connect-payout.tsx")).ConnectPayout);
const ProveWallet = lazyPart(async () => (await import("./sign-payout.tsx")).ProveWallet);
const AgreeAtOnce = lazyPart(async () => (await import("./sign-payout.tsx")).AgreeAtOnce);

type Business = Outputs["merchant"]["business"];

/** Outcome of a redirect to the exchange and back: a null problem, or the error message. */
export type ExchangeOutcome = { problem: string | null } | undefined;

interface WalletSettingsProps {
  business: Business;
  exchangeOutcome?: ExchangeOutcome;
}

/** Shows the payout wallet and the ways to change it: connect a wallet, type an address, or create one at the exchange. */
export function WalletSettings({ business, exchangeOutcome }: WalletSettingsProps) {
  const isOwner = usePermission("owner");
  const hasExchange = useNetwork()?.hasExchange === true;
  const exchange = trpc.exchange.checkWallet.useQuery(undefined, { enabled: hasExchange });
  const [chosen, setWay] = useState<"connect" | "paste" | "create" | null>(exchangeOutcome ? "create" : null);
  const way = chosen ?? ((exchange.data?.status ?? "none") === "none" ? "connect" : "create");
  return (
    <div className={styles.narrow}>
      <section className={styles.section}>
        <Heading size="subheading" className={styles.heading}>
          Your wallet
        </Heading>
        <CurrentWallet business={business} />
      </section>
      {business.walletAddress !== null && (
        <section className={styles.section}>
          <Heading size="subheading" className={styles.heading}>
            Your payee card
          </Heading>
          <Suspense fallback={<SkeletonPart />}>
            <PayeeCard isOwner={isOwner} />
          </Suspense>
        </section>
      )}
      {isOwner && (
        <>
          <Signing business={business} />
          <section className={styles.section}>
            <Heading size="subheading" className={styles.heading}>
              {business.walletAddress === null ? "Set up a wallet" : "Change the wallet"}
            </Heading>
            {chosen === null && exchange.isLoading ? (
              <SkeletonPart />
            ) : (
              <>
                <FilterTabs
                  wrap
                  label="How"
                  value={way}
                  onChange={setWay}
                  options={[
                    { value: "connect", label: "Connect a wallet" },
                    { value: "paste", label: "Paste an address" },
                    ...(hasExchange ? [{ value: "create" as const, label: "Create wallet" }] : []),
                  ]}
                />
                {way === "connect" && (
                  <Suspense fallback={<SkeletonPart />}>
                    <ConnectPayout business={business} />
                  </Suspense>
                )}
                {way === "paste" && <PasteWallet business={business} />}
                {way === "create" && <CreateWallet business={business} problem={exchangeOutcome?.problem ?? null} />}
              </>
            )}
          </section>
        </>
      )}
    </div>
  );
}

/** Uses of a signature by the current wallet: proving it, or approving the pending change. */
function Signing({ business: { walletAddress, walletProven, pendingWallet } }: { business: Business }) {
  const [isAgreeing, setAgreeing] = useState(false);
  if (walletAddress === null) return null;
  return (
    <>
      {!walletProven && (
        <section className={styles.section}>
          <Heading size="subheading" className={styles.heading}>
            Prove this wallet
          </Heading>
          <Suspense fallback={<SkeletonPart />}>
            <ProveWallet walletAddress={walletAddress} />
          </Suspense>
        </section>
      )}
      {pendingWallet !== null && (
        <section className={styles.section}>
          <Heading size="subheading" className={styles.heading}>
            Change it at once
          </Heading>
          {isAgreeing ? (
            <Suspense fallback={<SkeletonPart />}>
              <AgreeAtOnce walletAddress={walletAddress} pending={pendingWallet} />
            </Suspense>
          ) : (
            <Stack>
              <Text muted>
                Your change is waiting, so that you can stop it if you did not ask for it. Sign with the wallet you have now, and it takes
                effect right away.
              </Text>
              <div>
                <Button {...AgreeAtOnce.opener} onClick={() => setAgreeing(true)}>
                  Sign with the wallet you have now
                </Button>
              </div>
            </Stack>
          )}
        </section>
      )}
    </>
  );
}

function CurrentWallet({ business: { walletAddress, walletProven } }: { business: Business }) {
  const explorer = useExplorer();
  if (walletAddress === null) return <Text muted>You have not set up your wallet address yet, so no one can pay you.</Text>;
  return (
    <DescriptionList ruled>
      <Description label="Address">
        <Hash value={walletAddress} shape="detail" what="wallet address" explorerUrl={explorer.addressUrl(walletAddress)} />
      </Description>
      <Description label="Ownership">
        {walletProven ? (
          <Status kind="wallet" value="verified" />
        ) : (
          <Text as="span" muted>
            Not proven. Connect this wallet and sign, so that your payers know it is yours.
          </Text>
        )}
      </Description>
      <Description label="Used for">New checkouts. Open ones keep the old wallet.</Description>
    </DescriptionList>
  );
}
