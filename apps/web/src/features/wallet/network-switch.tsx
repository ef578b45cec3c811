import { Button } from "../../ui/button.tsx";
import { Alert } from "../../ui/alert.tsx";
import { type ConnectedWallet, useSwitchNetwork } from "./use-wallet.ts";
import { useWalletContext } from "./wallet-context.ts";
import { walletProblem } from "./wallet-problem.ts";

/** Offers to switch a wallet to Hearth's network. Renders nothing if it is already there. */
export function NetworkSwitch({ wallet, variant = "plain" }: { wallet: ConnectedWallet; variant?: "primary" | "plain" }) {
  const { info } = useWalletContext();
  const switchNetwork = useSwitchNetwork();
  if (wallet.isOnNetwork) return null;
  const problem = switchNetwork.isError ? walletProblem(switchNetwork.error).message : null;
  return (
    <Alert tone="waiting" title="Your wallet is on another network">
      <p>{problem ?? `Payments here go over ${info.label}.`}</p>
      <Button variant={variant} busy={switchNetwork.isPending} onClick={() => switchNetwork.mutate(wallet.connector)}>
        Switch to {info.label}
      </Button>
    </Alert>
  );
}
