import { Ban, BadgeCheck, Eye, PenLine } from "lucide-react";
import { useMutation } from "@tanstack/react-query";
import { TRPCClientError } from "@trpc/client";
import { Button } from "../../../ui/button.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { NetworkSwitch } from "../network-switch.tsx";
import { SetupFoot, SetupFrame } from "./setup-frame.tsx";
import { PointLists } from "./points.tsx";
import { TestUsdcButton } from "../test-usdc-button.tsx";
import { UsdcBalance, useUsdcBalance } from "../usdc-balance.tsx";
import type { ConnectedWallet } from "../use-wallet.ts";
import { errorMessage } from "../../../lib/api-error.ts";
import { trpc, trpcClient } from "../../../lib/trpc.ts";
import { signChallenge } from "../sign-challenge.ts";
import { useWalletSigner } from "../use-wallet-signer.ts";
import { walletKind } from "../wallet-choices.ts";
import { type WalletProblem, walletProblem } from "../wallet-problem.ts";

interface ProveStepProps {
  wallet: ConnectedWallet;
  onProven: () => void;
  /** Called to choose a wallet other than the connected one. */
  onOther: () => void;
}

/** Step 3 for a wallet of the user's own: proves ownership with a signature. */
export function ProveStep({ wallet, onProven, onOther }: ProveStepProps) {
  const prove = useProveWallet(onProven);
  const balance = useUsdcBalance(wallet.address);
  return (
    <SetupFrame
      step={3}
      way="wallet"
      title="Prove it is yours"
      lead="Sign a short message in your wallet. It costs nothing and moves nothing."
    >
      <DescriptionList ruled>
        <Description label="Wallet">{wallet.connector.name}</Description>
        <Description label="Address">
          <Hash value={wallet.address} shape="detail" what="wallet address" />
        </Description>
        <Description label="Balance">
          <UsdcBalance balance={balance} />
        </Description>
      </DescriptionList>
      <NetworkSwitch wallet={wallet} />
      <PointLists lists={lists} />
      {prove.isError && <ProofNote error={prove.error} />}
      <SetupFoot>
        <Button variant="primary" size="large" busy={prove.isPending} onClick={() => prove.mutate(wallet)}>
          Sign and link wallet
        </Button>
        <Button size="large" variant="quiet" onClick={onOther}>
          Use another wallet
        </Button>
        {balance.units === 0n && <TestUsdcButton address={wallet.address} variant="quiet" size="large" />}
      </SetupFoot>
    </SetupFrame>
  );
}

const lists = [
  {
    title: "Your signature shows",
    points: [
      { icon: BadgeCheck, text: "That this wallet is yours" },
      { icon: Eye, text: "Which transfers are yours, so that they are matched automatically" },
    ],
  },
  {
    title: "It cannot",
    points: [
      { icon: Ban, text: "Move your money" },
      { icon: PenLine, text: "Sign anything else in your name" },
    ],
  },
];

function ProofNote({ error }: { error: unknown }) {
  const { kind, message } = proofProblem(error);
  return <Alert tone={kind === "failed" ? "bad" : "info"} title={message} announce />;
}

/** Has the connected wallet sign the server's challenge, and links it to the account as proven. */
function useProveWallet(onProven: () => void) {
  const signerOf = useWalletSigner();
  const utils = trpc.useUtils();
  return useMutation({
    mutationFn: async (wallet: ConnectedWallet) => {
      const proof = await signChallenge(signerOf(wallet), wallet.address);
      const kind = walletKind(wallet.connector) === "smart" ? "smart" : "external";
      return trpcClient.wallet.prove.mutate({ ...proof, kind });
    },
    onSuccess: (status) => {
      utils.wallet.status.setData(undefined, status);
      onProven(); // Called here, because this step can be gone by now
    },
  });
}

/** Error of proving: the server's message if it refused, otherwise the wallet's. */
export function proofProblem(error: unknown): WalletProblem {
  if (!(error instanceof TRPCClientError)) return walletProblem(error);
  return { kind: "failed", message: errorMessage(error, "An error occurred while saving your wallet address.") };
}
