import { useBytecode, useConfig } from "wagmi";
import { encodeTransfer } from "@hearth/chain/usdc";
import { useMutation } from "@tanstack/react-query";
import { sendTransaction } from "wagmi/actions";
import { errorCode, errorMessage } from "../../../lib/api-error.ts";
import type { ConnectedWallet } from "../../wallet/use-wallet.ts";
import { walletKind } from "../../wallet/wallet-choices.ts";
import { walletProblem } from "../../wallet/wallet-problem.ts";
import { type CheckoutView, sentTransferKey } from "./checkout-stage.ts";
import { payMethod, type PayMethod } from "./pay-method.ts";
import { UnreadableSignature, useAuthorizePayment } from "./use-authorize-payment.ts";
import { useWalletContext } from "../../wallet/wallet-context.ts";
import { sentTransfers } from "./use-sent-transfer.ts";

interface Pay {
  method: PayMethod;
  pay: () => void;
  isBusy: boolean;
  /** Error of the last attempt, if the payment method stays the same. */
  problem: { tone: "info" | "bad"; message: string } | null;
}

interface PayWith {
  reference: string;
  view: CheckoutView;
  wallet: ConnectedWallet;
  isChosen: boolean;
}

/** Pays from the connected wallet with the best method it supports. */
export function usePay({ reference, view, wallet, isChosen }: PayWith): Pay {
  const authorize = useAuthorizePayment(reference, view);
  const send = useSendPayment(view);
  const isSmartWallet = walletKind(wallet.connector) === "smart";
  const code = useBytecode({ address: wallet.address, query: { enabled: isSmartWallet, staleTime: Infinity } });
  const method = payMethod({
    isRelayAvailable: view.relayAvailable,
    relayFailure: view.relay?.status === "failed" ? (view.relay.failure ?? "unknown") : null,
    isSmartWallet,
    // Without code the node's answer is undefined.
    hasCode: code.isSuccess ? typeof code.data === "string" : undefined,
    refusal: refusalOf(authorize.error),
    isChosen,
  });
  const isBusy = authorize.isPending || send.isPending;
  if (method.by === "transfer") return { method, isBusy, pay: () => send.mutate(wallet), problem: problemOf(send.error) };
  return { method, isBusy, pay: () => authorize.mutate(wallet), problem: problemOf(authorize.error) };
}

/** Returns why this wallet cannot pay by signature, or null if the error does not say so. */
function refusalOf(error: unknown): string | null {
  if (error instanceof UnreadableSignature) return error.message;
  const code = errorCode(error);
  if (code === "AUTHORIZATION_INVALID") return "The network does not accept this wallet's signature.";
  if (code === "RELAY_BUSY") return "Too many payments are waiting to be sent.";
  return code === "RELAY_UNAVAILABLE" ? "Paying without a network fee is not available at the moment." : null;
}

function problemOf(error: Error | null): Pay["problem"] {
  if (error === null || refusalOf(error) !== null) return null;
  if (errorCode(error) !== null || error.name === "TRPCClientError") {
    return { tone: "bad", message: errorMessage(error, "The payment could not be sent. No money has moved. Please try again.") };
  }
  const { kind, message } = walletProblem(error);
  return { tone: kind === "rejected" || kind === "busy" ? "info" : "bad", message };
}

/** Sends the transfer from the wallet, with this checkout's binding. Stores the transaction until the server has seen it. */
function useSendPayment(view: CheckoutView) {
  const config = useConfig();
  const { network } = useWalletContext();
  return useMutation({
    mutationFn: ({ address, connector }: ConnectedWallet) => {
      const data = encodeTransfer({ to: view.payeeAddress, usdcUnits: BigInt(view.usdcUnits), binding: view.binding });
      return sendTransaction(config, { account: address, connector, chainId: network.chainId, to: network.usdc.address, data });
    },
    onSuccess: (txHash) => sentTransfers.remember(sentTransferKey(view), txHash, new Date()),
  });
}
