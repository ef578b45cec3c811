import type { cardTypedData } from "@hearth/chain/payee-card";
import { Suspense, useState } from "react";
import { useConfig } from "wagmi";
import { signTypedData } from "wagmi/actions";
import { Button } from "../../ui/button.tsx";
import { Description, DescriptionList } from "../../ui/description-list.tsx";
import { Hash } from "../../ui/hash.tsx";
import { Alert } from "../../ui/alert.tsx";
import { shortenMiddle } from "../../ui/shorten.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { SkeletonPart } from "../../ui/skeleton.tsx";
import { Stack } from "../../ui/stack.tsx";
import { ConnectWallet } from "./connect-wallet.tsx";
import { signChallenge } from "./sign-challenge.ts";
import { useConnectedWallet, useDisconnectWallets } from "./use-wallet.ts";
import { useWalletContext } from "./wallet-context.ts";
import { canSend, useWalletSigner } from "./use-wallet-signer.ts";
import { walletProblem } from "./wallet-problem.ts";
import { WalletProvider } from "./wallet-provider.tsx";

const OwnPayoutWallet = lazyPart(async () => (await import("./passkey/own-payout-wallet.tsx")).OwnPayoutWallet);

/** A wallet with a signature that proves ownership. */
export interface ProvenWallet {
  walletAddress: string;
  proof: { message: string; signature: string };
}

/** Has the wallet that signed the proof sign a payee card as well. */
type SignCard = (card: ReturnType<typeof cardTypedData>) => Promise<string>;

interface PayoutWalletProofProps {
  /** Stores the proven wallet. Returns null, or the error message. */
  onProven: (wallet: ProvenWallet, signCard: SignCard) => Promise<string | null>;
  /** Button label. */
  action?: string;
  /** The only wallet that may sign. Default: any. */
  signer?: string;
  /**
   * Takes the account's passkey wallet without a signature, because its key signed when the wallet was made. Returns null, or the error
   * message.
   */
  onOwn?: (walletAddress: string) => Promise<string | null>;
  /** The payout address that the signer agrees to. Without it the signature proves the signer's own wallet. */
  payoutAddress?: string;
}

/** Connects a wallet and has its owner sign a proof of ownership, or an agreement to another payout address. */
export function PayoutWalletProof(props: PayoutWalletProofProps) {
  return (
    <WalletProvider loading={<SkeletonPart />} failed={(message) => message}>
      <Steps {...props} />
    </WalletProvider>
  );
}

function Steps({ onProven, onOwn, action = "Sign and use this wallet", signer, payoutAddress }: PayoutWalletProofProps) {
  const { isReady } = useWalletContext();
  const wallet = useConnectedWallet();
  const disconnect = useDisconnectWallets();
  const { busy, problem, prove } = useSigning(onProven, payoutAddress);
  if (!isReady) return <SkeletonPart />;
  if (wallet === null) return <ConnectWallet />;
  if (onOwn !== undefined && !canSend(wallet)) {
    return (
      <Suspense fallback={<SkeletonPart />}>
        <OwnPayoutWallet address={wallet.address} onUse={onOwn} onOther={() => void disconnect()} />
      </Suspense>
    );
  }
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

/** Has the connected wallet sign, and passes the proof on. Returns the problem to show. */
export function useSigning(onProven: PayoutWalletProofProps["onProven"], payoutAddress?: string) {
  const signerOf = useWalletSigner();
  const config = useConfig();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ message: string; isCalm: boolean } | null>(null);
  const prove = async (wallet: NonNullable<ReturnType<typeof useConnectedWallet>>) => {
    setBusy(true);
    setProblem(null);
    try {
      const proof = await signChallenge(signerOf(wallet), wallet.address, payoutAddress);
      const { address: account, connector } = wallet;
      const refusal = await onProven({ walletAddress: account, proof }, (card) => signTypedData(config, { account, connector, ...card }));
      if (refusal !== null) setProblem({ message: refusal, isCalm: false });
    } catch (error) {
      const { kind, message } = walletProblem(error);
      setProblem({ message, isCalm: kind === "rejected" });
    }
    setBusy(false);
  };
  return { busy, problem, prove };
}
