import { useState } from "react";
import { useConfig } from "wagmi";
import { Button } from "../../ui/button.tsx";
import { Description, DescriptionList } from "../../ui/description-list.tsx";
import { Hash } from "../../ui/hash.tsx";
import { Alert } from "../../ui/alert.tsx";
import { shortenMiddle } from "../../ui/shorten.ts";
import { SkeletonPart } from "../../ui/skeleton.tsx";
import { Stack } from "../../ui/stack.tsx";
import { ConnectWallet } from "./connect-wallet.tsx";
import { signChallenge } from "./sign-challenge.ts";
import { useConnectedWallet, useDisconnectWallets } from "./use-wallet.ts";
import { useWalletContext } from "./wallet-context.ts";
import { walletProblem } from "./wallet-problem.ts";
import { WalletProvider } from "./wallet-provider.tsx";

/** A wallet with the signature that proves it. */
export interface ProvenWallet {
  walletAddress: string;
  proof: { message: string; signature: string };
}

interface PayoutWalletProofProps {
  /** Keeps the proven wallet; answers null, or the sentence that says why it could not be kept. */
  onProven: (wallet: ProvenWallet) => Promise<string | null>;
  /** What pressing the button does. */
  action?: string;
  /** The only wallet whose signature helps; any where it is left out. */
  signer?: string;
  /** Where payouts shall go, for the signer to agree to; left out, the signature proves the signer. */
  payoutAddress?: string;
}

/** Connects a wallet and lets its owner sign that it is theirs, or that it agrees, for whoever wants to keep that. */
export function PayoutWalletProof(props: PayoutWalletProofProps) {
  return (
    <WalletProvider loading={<SkeletonPart />} failed={(words) => words}>
      <Steps {...props} />
    </WalletProvider>
  );
}

function Steps({ onProven, action = "Sign and use this wallet", signer, payoutAddress }: PayoutWalletProofProps) {
  const { isReady } = useWalletContext();
  const wallet = useConnectedWallet();
  const disconnect = useDisconnectWallets();
  const { busy, problem, prove } = useSigning(onProven, payoutAddress);
  if (!isReady) return <SkeletonPart />;
  if (wallet === null) return <ConnectWallet />;
  const isSigner = signer === undefined || signer.toLowerCase() === wallet.address.toLowerCase();
  return (
    <Stack>
      <DescriptionList ruled>
        <Description label="Wallet">{wallet.connector.name}</Description>
        <Description label="Address">
          <Hash value={wallet.address} shape="detail" what="wallet address" />
        </Description>
      </DescriptionList>
      {problem && <Alert tone={problem.isCalm ? "info" : "bad"} title={problem.message} announce />}
      {!isSigner && <Alert title={`Only the wallet ${shortenMiddle(signer, 6, 4)} can sign this. Please connect that one.`} />}
      <div>
        {isSigner && (
          <Button busy={busy} onClick={() => void prove(wallet)}>
            {action}
          </Button>
        )}{" "}
        <Button variant="quiet" onClick={() => void disconnect()}>
          Use another wallet
        </Button>
      </div>
    </Stack>
  );
}

/** Lets the connected wallet sign, and hands its proof on; says what went wrong. */
export function useSigning(onProven: PayoutWalletProofProps["onProven"], payoutAddress?: string) {
  const config = useConfig();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ message: string; isCalm: boolean } | null>(null);
  const prove = async (wallet: NonNullable<ReturnType<typeof useConnectedWallet>>) => {
    setBusy(true);
    setProblem(null);
    try {
      const refusal = await onProven({ walletAddress: wallet.address, proof: await signChallenge(config, wallet, payoutAddress) });
      if (refusal !== null) setProblem({ message: refusal, isCalm: false });
    } catch (error) {
      const { kind, message } = walletProblem(error);
      setProblem({ message, isCalm: kind === "rejected" });
    }
    setBusy(false);
  };
  return { busy, problem, prove };
}
