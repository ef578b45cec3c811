import { errorMessage } from "../../../lib/api-error.ts";
import { useCreateCheckout } from "./use-create-checkout.ts";
import type { Payee } from "./use-payee.ts";

/** A checkout of one period, or what the server said against it (nothing where it had no sentence of its own). */
export type GeneratedUrl = { ok: true; paymentId: string; checkoutURL: string } | { ok: false; detail: string };

/** Makes the payment URL of one period of a recurring payment; a second try with the same amount is the same payment. */
export function useGenerateUrl(payee: Payee & { walletAddress: string }): (amountCents: number) => Promise<GeneratedUrl> {
  const createCheckout = useCreateCheckout();
  return async (amountCents) => {
    try {
      return { ok: true, ...(await createCheckout({ amountCents, paymentType: "recurring", payee })) };
    } catch (error) {
      return { ok: false, detail: errorMessage(error, "") };
    }
  };
}
