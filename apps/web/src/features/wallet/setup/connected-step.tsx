import { parseAddress } from "@hearth/chain/addresses";
import { explorerAddressUrl } from "@hearth/chain/networks";
import { useRouter } from "@tanstack/react-router";
import { useState, useEffect } from "react";
import { limits } from "@hearth/domain/limits";
import { trpc } from "../../../lib/trpc.ts";
import { Actions, Button } from "../../../ui/button.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { ButtonLink } from "../../../kit/links.tsx";
import { Status } from "../../../kit/status/status.tsx";
import { ClearDialog, type Clearing } from "./clear-dialog.tsx";
import { SetupFrame } from "./setup-frame.tsx";
import { TestUsdcButton } from "../test-usdc-button.tsx";
import { UsdcBalance, useUsdcBalance } from "../usdc-balance.tsx";
import { useWalletContext } from "../wallet-context.ts";
import type { WalletStatus } from "../use-wallet-status.ts";
import type { WizardWay } from "./wizard-search.ts";
import { useSecondsLeft } from "../../../ui/countdown.tsx";
import { Text } from "../../../ui/typography.tsx";
import styles from "./setup.module.css";

const countdownMs = limits.walletConnectedCountdownSeconds * 1_000;

/** Returns to the previous page ten seconds after a wallet was linked, at once, or not at all. */
function ReturnCountdown({ to, onStay }: { to: string; onStay: () => void }) {
  const router = useRouter();
  const [until] = useState(() => new Date(Date.now() + countdownMs));
  const seconds = useSecondsLeft(until);
  const isOver = seconds === 0;

  useEffect(() => {
    if (isOver) router.history.push(to);
  }, [isOver, router, to]);

  return (
    <div className={styles.foot}>
      <Button variant="primary" size="large" onClick={() => router.history.push(to)}>
        Continue
      </Button>
      <Button variant="quiet" size="large" onClick={onStay}>
        Stay here
      </Button>
      <Text muted as="span">
        Continuing automatically in <span role="timer">{seconds}</span> {seconds === 1 ? "second" : "seconds"}
      </Text>
    </div>
  );
}

interface ConnectedStepProps {
  status: WalletStatus;
  way: WizardWay | undefined;
  /** Path to continue to. */
  to: string;
  /** True if the wallet was linked just now. The page then returns automatically. */
  isFresh: boolean;
  onStay: () => void;
  onChange: () => void;
}

const ownWalletLead = "Pay from it with one signature. Payments from this wallet are matched automatically.";
const exchangeLead = "In the checkout, choose Pay with Coinbase.";

/** Step 5: shows what is linked and what can be done with it. */
export function ConnectedStep({ status, way, to, isFresh, onStay, onChange }: ConnectedStepProps) {
  const router = useRouter();
  const [clearing, setClearing] = useState<Clearing | null>(null);
  const { walletAddress, smartWalletAddress, coinbaseAccountConnected } = status;
  const hasConnection = smartWalletAddress !== null || coinbaseAccountConnected;
  return (
    <SetupFrame step={5} way={way} settled={!isFresh} title="Your wallet is connected" lead={status.proven ? ownWalletLead : exchangeLead}>
      {walletAddress && <LinkedWallet address={walletAddress} label="Wallet" />}
      {smartWalletAddress && <LinkedWallet address={smartWalletAddress} label="Smart wallet" />}
      {coinbaseAccountConnected && <LinkedExchange />}
      {isFresh ? (
        <ReturnCountdown to={to} onStay={onStay} />
      ) : (
        <Actions>
          {to === "/dashboard" ? (
            <ButtonLink to="/fund-wallet" variant="primary" size="large">
              Add funds
            </ButtonLink>
          ) : (
            <Button variant="primary" size="large" onClick={() => router.history.push(to)}>
              Continue
            </Button>
          )}
          <Button size="large" onClick={onChange}>
            Change wallet
          </Button>
          {walletAddress && (
            <Button size="large" variant="quiet" onClick={() => setClearing("wallet")}>
              Disconnect
            </Button>
          )}
          {hasConnection && (
            <Button size="large" variant="quiet" onClick={() => setClearing("connection")}>
              Clear connection
            </Button>
          )}
        </Actions>
      )}
      <ClearDialog clearing={clearing} status={status} onClose={() => setClearing(null)} />
    </SetupFrame>
  );
}

/** The linked exchange account with its receiving address. */
function LinkedExchange() {
  const { data } = trpc.exchange.checkWallet.useQuery();
  return (
    <DescriptionList ruled>
      <Description label="Coinbase account">
        {data?.walletAddress ? <Hash value={data.walletAddress} shape="detail" what="wallet address" /> : "Connected"}
      </Description>
      <Description label="Verification">
        <Status kind="wallet" value="verified" />
      </Description>
    </DescriptionList>
  );
}

function LinkedWallet({ address, label }: { address: string; label: string }) {
  const account = parseAddress(address) ?? undefined;
  const balance = useUsdcBalance(account);
  const { network } = useWalletContext();
  return (
    <Stack>
      <DescriptionList ruled>
        <Description label={label}>
          <Hash
            value={address}
            shape="detail"
            what="wallet address"
            explorerUrl={(account && explorerAddressUrl(network, account)) ?? undefined}
          />
        </Description>
        <Description label="Ownership">
          <Status kind="wallet" value="verified" />
        </Description>
        <Description label="Balance">
          <UsdcBalance balance={balance} />
        </Description>
      </DescriptionList>
      {account && <TestUsdcButton address={account} size="small" />}
    </Stack>
  );
}
