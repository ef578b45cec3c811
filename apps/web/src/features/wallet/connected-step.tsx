import { parseAddress } from "@hearth/chain/addresses";
import { explorerAddressUrl } from "@hearth/chain/networks";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { Actions, Button } from "../../ui/button.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Hash } from "../../ui/hash.tsx";
import { Stack } from "../../ui/stack.tsx";
import { Status } from "../../ui/status.tsx";
import { DisconnectDialog } from "./disconnect-dialog.tsx";
import { LinkedExchange } from "./linked-exchange.tsx";
import { ReturnCountdown } from "./return-countdown.tsx";
import { SetupFrame } from "./setup-frame.tsx";
import { TestUsdcButton } from "./test-usdc-button.tsx";
import { UsdcBalance, useUsdcBalance } from "./usdc-balance.tsx";
import { useWalletContext } from "./wallet-context.ts";
import type { WalletStatus } from "./use-wallet-status.ts";

interface ConnectedStepProps {
  status: WalletStatus;
  /** Where to go on. */
  to: string;
  /** Whether it was linked just now, so that the way back opens by itself. */
  isFresh: boolean;
  onStay: () => void;
  onChange: () => void;
}

const ownWalletLead = "Pay from it with one signature. Transfers from it find their payment by themselves.";
const exchangeLead = "In the checkout, choose Card or bank to pay with your Coinbase account.";

/** Last step: what is linked, and what can be done with it. */
export function ConnectedStep({ status, to, isFresh, onStay, onChange }: ConnectedStepProps) {
  const router = useRouter();
  const [isAsking, setAsking] = useState(false);
  return (
    <SetupFrame step="connected" title="Your wallet is connected" lead={status.proven ? ownWalletLead : exchangeLead}>
      {status.walletAddress && <LinkedWallet address={status.walletAddress} label="Wallet" />}
      {status.smartWalletAddress && <LinkedWallet address={status.smartWalletAddress} label="Smart wallet" />}
      {status.coinbaseAccountConnected && <LinkedExchange />}
      {isFresh ? (
        <ReturnCountdown to={to} onStay={onStay} />
      ) : (
        <Actions>
          <Button look="primary" size="large" onClick={() => router.history.push(to)}>
            Continue
          </Button>
          <Button size="large" onClick={onChange}>
            Change wallet
          </Button>
          {status.walletAddress && (
            <Button size="large" look="quiet" onClick={() => setAsking(true)}>
              Disconnect
            </Button>
          )}
        </Actions>
      )}
      <DisconnectDialog open={isAsking} onClose={() => setAsking(false)} />
    </SetupFrame>
  );
}

function LinkedWallet({ address, label }: { address: string; label: string }) {
  const account = parseAddress(address) ?? undefined;
  const balance = useUsdcBalance(account);
  const { network } = useWalletContext();
  return (
    <Stack>
      <Facts ruled>
        <Fact label={label}>
          <Hash
            value={address}
            shape="detail"
            what="wallet address"
            explorerUrl={(account && explorerAddressUrl(network, account)) ?? undefined}
          />
        </Fact>
        <Fact label="Ownership">
          <Status of="wallet" value="verified" />
        </Fact>
        <Fact label="Balance">
          <UsdcBalance balance={balance} />
        </Fact>
      </Facts>
      {account && <TestUsdcButton address={account} size="small" />}
    </Stack>
  );
}
