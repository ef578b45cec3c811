import { centsToDecimal } from "@hearth/domain/money";
import type { PaymentType } from "@hearth/domain/payments/status";
import { limits } from "@hearth/domain/limits";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { createPopupWindows } from "../../../lib/popup-window.ts";

/** A payment to create: amount, type and payee. */
export interface Order {
  amountCents: number;
  paymentType: PaymentType;
  /** Empty for the server's default. */
  description?: string;
  payee: { name: string; walletAddress: string };
  leaseId?: string | undefined;
}

/** Creates a checkout. A retry with the same order returns the same payment. Throws the server's refusal. */
export function useCreateCheckout(): (order: Order) => Promise<Outputs["payments"]["createCheckout"]> {
  const createCheckout = trpc.payments.createCheckout.useMutation();
  return async ({ amountCents, paymentType, description = "", payee, leaseId }) => {
    const input = {
      amount: centsToDecimal(amountCents),
      paymentType,
      merchantWalletAddress: payee.walletAddress,
      merchantName: payee.name,
      ...(description === "" ? {} : { description }),
      ...(leaseId !== undefined && { leaseId }),
    };
    const created = await createCheckout.mutateAsync(input);
    return created;
  };
}

/** Popups of checkouts, by the checkout's URL. */
export const checkoutWindows = createPopupWindows("hearth-checkout", limits.checkoutPopup);
