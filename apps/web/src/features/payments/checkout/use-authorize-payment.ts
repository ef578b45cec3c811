import { networks } from "@hearth/chain/networks";
import { transferAuthorizationTypedData } from "@hearth/chain/usdc";
import { parseAddress } from "@hearth/chain/addresses";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { isErc6492Signature } from "viem";
import { useConfig } from "wagmi";
import { signTypedData } from "wagmi/actions";
import { errorCode } from "../../../lib/api-error.ts";
import { useIdempotencyKey } from "../../../lib/idempotency-key.ts";
import { trpc, trpcClient } from "../../../lib/trpc.ts";
import type { ConnectedWallet } from "../../wallet/use-wallet.ts";
import { useWalletContext } from "../../wallet/wallet-context.ts";
import type { CheckoutView } from "./checkout-stage.ts";

/** Thrown if USDC cannot verify the wallet's signature, because the wallet is a contract that is not deployed yet. */
export class UnreadableSignature extends Error {
  constructor() {
    super("This wallet signs in a way that USDC cannot read yet.");
    this.name = "UnreadableSignature";
  }
}

type Signature = { from: string; signature: `0x${string}` };

/**
 * Pays by signature. The wallet signs a transfer of the exact amount to the payee, valid only for this checkout, and the server relays it.
 * If the response is lost, the same signature is sent again without a second prompt.
 */
export function useAuthorizePayment(reference: string, view: CheckoutView) {
  const sign = useSign(view);
  const signed = useRef<Signature | null>(null);
  const idempotency = useIdempotencyKey();
  const utils = trpc.useUtils();

  return useMutation({
    mutationFn: async (wallet: ConnectedWallet) => {
      if (signed.current?.from !== wallet.address) signed.current = { from: wallet.address, signature: await sign(wallet) };
      const { validAfter, validBefore } = view;
      const input = { reference, ...signed.current, validAfter, validBefore };
      return trpcClient.payments.authorize.mutate({ ...input, idempotencyKey: idempotency.keyFor(input) });
    },
    onSuccess: (next) => utils.payments.checkout.setData({ reference }, next),
    onError: (error) => {
      // An answer means that the server has processed the signature. Without an answer it can be sent again.
      if (errorCode(error) !== null) signed.current = null;
      void utils.payments.checkout.invalidate({ reference });
    },
  });
}

function useSign(view: CheckoutView) {
  const config = useConfig();
  const { info } = useWalletContext();
  return async ({ address, connector }: ConnectedWallet): Promise<`0x${string}`> => {
    const payee = parseAddress(view.payeeAddress);
    if (!payee) throw new Error("The payee's address cannot be read");
    const typedData = transferAuthorizationTypedData({
      network: networks[info.name],
      from: address,
      to: payee,
      usdcUnits: BigInt(view.usdcUnits),
      validAfter: BigInt(view.validAfter),
      validBefore: BigInt(view.validBefore),
      nonce: view.binding,
    });
    const signature = await signTypedData(config, { account: address, connector, ...typedData });
    if (isErc6492Signature(signature)) throw new UnreadableSignature();
    return signature;
  };
}
