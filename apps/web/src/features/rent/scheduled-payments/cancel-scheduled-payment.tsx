import { parseAddress } from "@hearth/chain/addresses";
import { encodeCancelAuthorization } from "@hearth/chain/usdc";
import { useMutation } from "@tanstack/react-query";
import { useConfig } from "wagmi";
import { sendTransaction } from "wagmi/actions";
import { shortenMiddle } from "../../../ui/shorten.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { SkeletonPart } from "../../../ui/skeleton.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { ConnectWallet } from "../../wallet/connect-wallet.tsx";
import { NetworkSwitch } from "../../wallet/network-switch.tsx";
import { type ConnectedWallet, useConnectedWallet, useDisconnectWallets } from "../../wallet/use-wallet.ts";
import { canSend, useWalletSigner } from "../../wallet/use-wallet-signer.ts";
import { useWalletContext } from "../../wallet/wallet-context.ts";
import { walletProblem } from "../../wallet/wallet-problem.ts";
import { WalletProvider } from "../../wallet/wallet-provider.tsx";

interface CancelScheduledPaymentProps {
  from: string;
  nonce: string;
}

/** Lets the wallet that signed cancel its signature on chain, so that no copy of it can be used. */
export function CancelScheduledPayment(props: CancelScheduledPaymentProps) {
  return (
    <WalletProvider loading={<SkeletonPart />} failed={(message) => message}>
      <Cancel {...props} />
    </WalletProvider>
  );
}

function Cancel({ from, nonce }: CancelScheduledPaymentProps) {
  const { isReady } = useWalletContext();
  const wallet = useConnectedWallet();
  const disconnect = useDisconnectWallets();
  const cancel = useCancel(nonce);
  if (!isReady) return <SkeletonPart />;
  if (cancel.isSuccess) {
    return (
      <Alert tone="good" title="The cancellation is on its way" announce>
        Once the network has taken it, this signature can never be used.
      </Alert>
    );
  }
  if (wallet === null) return <ConnectWallet />;
  const problem = cancel.isError ? walletProblem(cancel.error) : null;
  const isSigner = wallet.address.toLowerCase() === from.toLowerCase();
  return (
    <Stack>
      <NetworkSwitch wallet={wallet} />
      {!isSigner && <Alert title={`Only the wallet ${shortenMiddle(from, 6, 4)} can cancel this. Please connect that one.`} />}
      {isSigner && !canSend(wallet) && (
        <Alert title="This wallet only signs, and cannot send the cancellation to the network">
          Hearth does not send a payment that you cancelled here.
        </Alert>
      )}
      {problem && <Alert tone={problem.kind === "rejected" ? "info" : "bad"} title={problem.message} announce />}
      <div>
        {isSigner && canSend(wallet) && (
          <Button busy={cancel.isPending} disabled={!wallet.isOnNetwork} onClick={() => cancel.mutate(wallet)}>
            Sign and send the cancellation
          </Button>
        )}{" "}
        <Button variant="quiet" onClick={() => void disconnect()}>
          Use another wallet
        </Button>
      </div>
    </Stack>
  );
}

function useCancel(text: string) {
  const config = useConfig();
  const { network } = useWalletContext();
  const signerOf = useWalletSigner();
  return useMutation({
    mutationFn: async (wallet: ConnectedWallet) => {
      const { address, connector } = wallet;
      const authorizer = parseAddress(address);
      if (authorizer === null) throw new Error("The wallet's address cannot be read");
      const nonce = `0x${text.slice(2)}` as const;
      const signature = await signerOf(wallet).signCancellation(nonce);
      const data = encodeCancelAuthorization({ authorizer, nonce, signature });
      return sendTransaction(config, { account: address, connector, chainId: network.chainId, to: network.usdc.address, data });
    },
  });
}
