import { centsToDecimal } from "@hearth/domain/money";
import { errorMessage } from "../../../lib/api-error.ts";
import { useIntention } from "../../../lib/intention.ts";
import { trpc } from "../../../lib/trpc.ts";
import type { Payee } from "./use-payee.ts";

/** A checkout of one period, or what the server said against it (nothing where it had no sentence of its own). */
export type GeneratedUrl = { ok: true; paymentId: string; checkoutURL: string } | { ok: false; detail: string };

/** Makes the payment URL of one period of a recurring payment; a second try with the same amount is the same payment. */
export function useGenerateUrl(payee: Payee & { walletAddress: string }): (amountCents: number) => Promise<GeneratedUrl> {
  const utils = trpc.useUtils();
  const createCheckout = trpc.payments.createCheckout.useMutation();
  const intention = useIntention();
  return async (amountCents) => {
    const input = {
      amount: centsToDecimal(amountCents),
      paymentType: "recurring" as const,
      merchantWalletAddress: payee.walletAddress,
      merchantName: payee.name,
    };
    try {
      const created = await createCheckout.mutateAsync({ ...input, idempotencyKey: intention.keyFor(input) });
      intention.done();
      void utils.payments.dashboard.invalidate();
      return { ok: true, ...created };
    } catch (error) {
      return { ok: false, detail: errorMessage(error, "") };
    }
  };
}
