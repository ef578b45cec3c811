import { FlaskConical, KeyRound, Wallet } from "lucide-react";
import { useConnectors } from "wagmi";
import { useSession } from "../../lib/session.ts";
import type { IconType } from "../../ui/icon.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Stack } from "../../ui/stack.tsx";
import { Option, OptionList } from "../../ui/option-list.tsx";
import { useConnectWallet } from "./use-wallet.ts";
import { type WalletKind, walletChoices } from "./wallet-choices.ts";
import { useWalletContext } from "./wallet-context.ts";
import { walletProblem } from "./wallet-problem.ts";

const icons: Record<WalletKind, IconType> = { test: FlaskConical, browser: Wallet, smart: KeyRound };

/** Lists the wallets that can be connected, one button each. */
export function ConnectWallet({ onConnected }: { onConnected?: () => void }) {
  const { info } = useWalletContext();
  const { user } = useSession();
  const connectWallet = useConnectWallet();
  const choices = walletChoices(useConnectors(), {
    isLocal: info.name === "local",
    isSignedIn: user !== null,
    hasUnnamedWallet: "ethereum" in window,
  });

  return (
    <Stack>
      <OptionList label="Wallets">
        {choices.map(({ connector, kind, name, detail, image, isPossible }) => (
          <Option
            key={connector.uid}
            icon={icons[kind]}
            image={image}
            detail={detail}
            disabled={!isPossible}
            busy={connectWallet.isPending && connectWallet.variables.uid === connector.uid}
            onClick={() => connectWallet.mutate(connector, { onSuccess: () => onConnected?.() })}
          >
            {name}
          </Option>
        ))}
      </OptionList>
      {connectWallet.isError && <ConnectProblem error={connectWallet.error} />}
    </Stack>
  );
}

function ConnectProblem({ error }: { error: unknown }) {
  const { kind, message } = walletProblem(error);
  if (kind === "rejected") return <Alert title={message} announce />;
  return <Alert tone="bad" title={`Failed to connect wallet: ${message}`} announce />;
}
