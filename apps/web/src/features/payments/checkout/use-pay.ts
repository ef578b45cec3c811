import { useBytecode } from "wagmi";
import { useMutation, useMutationState } from "@tanstack/react-query";
import { errorCode, errorMessage, isOutcomeUnknown } from "../../../lib/api-error.ts";
import type { ConnectedWallet } from "../../wallet/use-wallet.ts";
import { walletKind } from "../../wallet/wallet-choices.ts";
import { walletProblem } from "../../wallet/wallet-problem.ts";
import { type CheckoutView, sentTransferKey } from "./checkout-stage.ts";
import { payMethod, type PayMethod } from "./pay-method.ts";
import { canSend, useWalletSigner } from "../../wallet/use-wallet-signer.ts";
import { useSendUsdc } from "../../wallet/use-send-usdc.ts";
import { parseAddress } from "@hearth/chain/addresses";
import { useRef } from "react";
import { isErc6492Signature } from "viem";
import { trpc, trpcClient } from "../../../lib/trpc.ts";

interface Pay {
  method: PayMethod;
  pay: () => void;
  isBusy: boolean;
  /** Error of the last attempt, if the payment method stays the same. */
  problem: { tone: "info" | "bad"; message: string } | null;
  /** True if a signature was sent and no answer came. It can only be sent again, because any other way might pay a second time. */
  isUnknown: boolean;
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
  const { payeeAddress: to, usdcUnits, binding } = view;
  const send = useSendUsdc(sentTransferKey(view), { to, usdcUnits, binding, isPayment: true });
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
    canSend: canSend(wallet),
  });
  const isBusy = authorize.isPending || send.isPending;
  const isUnknown = isOutcomeUnknown(authorize.error);
  if (method.by === "transfer") return { method, isBusy, pay: () => send.mutate(wallet), problem: problemOf(send.error), isUnknown };
  return { method, isBusy, pay: () => authorize.mutate(wallet), problem: problemOf(authorize.error), isUnknown };
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
  if (isOutcomeUnknown(error)) return { tone: "info", message: "We could not hear back. Your payment may be on its way." };
  if (errorCode(error) !== null || error.name === "TRPCClientError") return { tone: "bad", message: errorMessage(error, "") };
  const { kind, message } = walletProblem(error);
  return { tone: kind === "rejected" || kind === "busy" ? "info" : "bad", message };
}

/** Thrown if USDC cannot verify the wallet's signature, because the wallet is a contract that is not deployed yet. */
class UnreadableSignature extends Error {
  constructor() {
    super("This wallet signs in a way that USDC cannot read yet.");
    this.name = "UnreadableSignature";
  }
}

const authorizeKey = (reference: string) => ["authorize", reference];

/** True while a signature for a checkout was sent and no answer has come. */
export function useIsPaymentUnknown(reference: string): boolean {
  const errors = useMutationState({
    filters: { mutationKey: authorizeKey(reference) },
    select: ({ state }) => state.error,
  });
  return isOutcomeUnknown(errors.at(-1));
}

type Signature = { from: string; signature: `0x${string}` };

/**
 * Pays by signature. The wallet signs a transfer of the exact amount to the payee, valid only for this checkout, and the server relays it.
 * If the response is lost, the same signature is sent again without a second prompt.
 */
function useAuthorizePayment(reference: string, view: CheckoutView) {
  const sign = useSign(view);
  const signed = useRef<Signature | null>(null);
  const utils = trpc.useUtils();

  return useMutation({
    mutationKey: authorizeKey(reference),
    mutationFn: async (wallet: ConnectedWallet) => {
      if (signed.current?.from !== wallet.address) signed.current = { from: wallet.address, signature: await sign(wallet) };
      const { validAfter, validBefore } = view;
      const input = { reference, ...signed.current, validAfter, validBefore };
      return trpcClient.payments.authorize.mutate(input);
    },
    onSuccess: (next) => utils.payments.checkout.setData({ reference }, next),
    onError: (error) => {
      // An answer means that the server has processed the signature. Without an answer it can be sent again.
      if (errorCode(error) !== null) signed.current = null;
    },
  });
}

function useSign(view: CheckoutView) {
  const signerOf = useWalletSigner();
  return async (wallet: ConnectedWallet): Promise<`0x${string}`> => {
    const payee = parseAddress(view.payeeAddress);
    if (!payee) throw new Error("The payee's address cannot be read");
    const transfer = {
      to: payee,
      usdcUnits: BigInt(view.usdcUnits),
      validAfter: BigInt(view.validAfter),
      validBefore: BigInt(view.validBefore),
      nonce: view.binding,
    };
    const [signature] = await signerOf(wallet).signTransfers([transfer]);
    if (signature === undefined || isErc6492Signature(signature)) throw new UnreadableSignature();
    return signature;
  };
}
