import { useMutation } from "@tanstack/react-query";
import { TRPCClientError } from "@trpc/client";
import { useConfig } from "wagmi";
import { errorMessage } from "../../lib/api-error.ts";
import { trpc, trpcClient } from "../../lib/trpc.ts";
import { signChallenge } from "./sign-challenge.ts";
import type { ConnectedWallet } from "./use-wallet.ts";
import { walletKind } from "./wallet-choices.ts";
import { type WalletProblem, walletProblem } from "./wallet-problem.ts";

/** Lets the owner of the connected wallet sign the server's message, and links the wallet to the account as proven. */
export function useProveWallet() {
  const config = useConfig();
  const utils = trpc.useUtils();
  return useMutation({
    mutationFn: async (wallet: ConnectedWallet) => {
      const proof = await signChallenge(config, wallet);
      const kind = walletKind(wallet.connector) === "smart" ? "smart" : "external";
      return trpcClient.wallet.prove.mutate({ ...proof, kind });
    },
    onSuccess: (status) => {
      utils.wallet.status.setData(undefined, status);
      // Money that arrived from this wallet before may have found its payment now.
      void Promise.all([utils.wallet.invalidate(), utils.payments.invalidate()]);
    },
  });
}

/** What went wrong while proving: the server's word where it refused, else the wallet's. */
export function proofProblem(error: unknown): WalletProblem {
  if (!(error instanceof TRPCClientError)) return walletProblem(error);
  return { kind: "failed", message: errorMessage(error, "An error occurred while saving your wallet address.") };
}
