import { parseAddress } from "@hearth/chain/addresses";
import { networks } from "@hearth/chain/networks";
import { transferAuthorizationTypedData } from "@hearth/chain/usdc";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useConfig } from "wagmi";
import { signTypedData } from "wagmi/actions";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import type { ConnectedWallet } from "../../wallet/use-wallet.ts";
import { useWalletContext } from "../../wallet/wallet-context.ts";

export type PreparedScheduledPayment = Outputs["autopay"]["prepare"][number];

/** State of signing: the scheduled payments left to sign, in order, and how many are done. */
export interface Signing {
  remaining: PreparedScheduledPayment[];
  done: number;
  prepare: ReturnType<typeof trpc.autopay.prepare.useMutation>;
  sign: { isPending: boolean; error: unknown; run: (wallet: ConnectedWallet) => void };
  end: () => void;
}

/**
 * Prepares scheduled payments and has them signed one by one. Each is saved as soon as it is signed, so that the payer can stop and
 * continue later.
 */
export function useSignScheduledPayments(): Signing {
  const config = useConfig();
  const { info } = useWalletContext();
  const [prepared, setPrepared] = useState<PreparedScheduledPayment[]>([]);
  const [done, setDone] = useState(0);
  const keep = trpc.autopay.sign.useMutation();
  const prepare = trpc.autopay.prepare.useMutation({
    onSuccess: (scheduledPayments) => {
      setPrepared(scheduledPayments);
      setDone(0);
    },
  });
  const next = prepared[done];
  const sign = useMutation({
    mutationFn: async ({ address, connector }: ConnectedWallet) => {
      const payee = next && parseAddress(next.to);
      if (!next || !payee) throw new Error("There is nothing to sign");
      const typedData = transferAuthorizationTypedData({
        network: networks[info.name],
        from: address,
        to: payee,
        usdcUnits: BigInt(next.usdcUnits),
        validAfter: BigInt(next.validAfter),
        validBefore: BigInt(next.validBefore),
        nonce: `0x${next.nonce.slice(2)}`,
      });
      const signature = await signTypedData(config, { account: address, connector, ...typedData });
      await keep.mutateAsync({ scheduledPaymentId: next._id, signature });
    },
    onSuccess: () => {
      setDone((count) => count + 1);
    },
  });
  return {
    remaining: prepared.slice(done),
    done,
    prepare,
    sign: { isPending: sign.isPending, error: sign.error, run: (wallet) => sign.mutate(wallet) },
    end: () => {
      setPrepared([]);
      sign.reset();
    },
  };
}
