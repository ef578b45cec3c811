import { parseAddress } from "@hearth/chain/addresses";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { errorCode } from "../../../lib/api-error.ts";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import type { ConnectedWallet } from "../../wallet/use-wallet.ts";
import { type TransferToSign, useWalletSigner } from "../../wallet/use-wallet-signer.ts";

export type PreparedScheduledPayment = Outputs["autopay"]["prepare"][number];

/** State of signing: the scheduled payments left to sign, in order, how many are done, and how many the next touch signs. */
export interface Signing {
  remaining: PreparedScheduledPayment[];
  done: number;
  atOnce: (wallet: ConnectedWallet) => number;
  prepare: ReturnType<typeof trpc.autopay.prepare.useMutation>;
  sign: { isPending: boolean; error: unknown; run: (wallet: ConnectedWallet) => void };
  end: () => void;
}

/**
 * Prepares scheduled payments and has them signed: all with one touch where the wallet can do that, one by one otherwise. Each is saved as
 * soon as it is signed, so that the payer can stop and continue later. Signatures that could not be saved are kept, and saved by the next
 * press without another touch.
 */
export function useSignScheduledPayments(): Signing {
  const signerOf = useWalletSigner();
  const signed = useRef(new Map<string, string>());
  const [prepared, setPrepared] = useState<PreparedScheduledPayment[]>([]);
  const [done, setDone] = useState(0);
  const keep = trpc.autopay.sign.useMutation();
  const prepare = trpc.autopay.prepare.useMutation({
    onSuccess: (scheduledPayments) => {
      setPrepared(scheduledPayments);
      setDone(0);
    },
  });
  const atOnce = (wallet: ConnectedWallet) => Math.min(signerOf(wallet).transfersAtOnce, prepared.length - done);
  const sign = useMutation({
    mutationFn: async (wallet: ConnectedWallet) => {
      const next = prepared.slice(done, done + atOnce(wallet));
      const signatureOf = (payment: PreparedScheduledPayment) => signed.current.get(keyOf(payment, wallet));
      const unsigned = next.filter((payment) => signatureOf(payment) === undefined);
      if (unsigned.length > 0) {
        const signatures = await signerOf(wallet).signTransfers(unsigned.map(transferOf));
        for (const [index, payment] of unsigned.entries()) signed.current.set(keyOf(payment, wallet), signatures[index] ?? "");
      }
      for (const payment of next) {
        await keep.mutateAsync({ scheduledPaymentId: payment._id, signature: signatureOf(payment) ?? "" });
        setDone((count) => count + 1);
      }
    },
    onError: (error) => {
      // The server has refused a signature, so the wallet signs again. Other failures say nothing about the signatures.
      if (![null, "INTERNAL"].includes(errorCode(error))) signed.current.clear();
    },
  });
  return {
    remaining: prepared.slice(done),
    done,
    atOnce,
    prepare,
    sign: { isPending: sign.isPending, error: sign.error, run: (wallet) => sign.mutate(wallet) },
    end: () => {
      setPrepared([]);
      sign.reset();
    },
  };
}

function keyOf({ _id }: PreparedScheduledPayment, { address }: ConnectedWallet): string {
  return `${_id} ${address}`;
}

function transferOf({ to, usdcUnits, validAfter, validBefore, nonce }: PreparedScheduledPayment): TransferToSign {
  const payee = parseAddress(to);
  if (payee === null) throw new Error("The payee's address cannot be read");
  return {
    to: payee,
    usdcUnits: BigInt(usdcUnits),
    validAfter: BigInt(validAfter),
    validBefore: BigInt(validBefore),
    nonce: `0x${nonce.slice(2)}`,
  };
}
