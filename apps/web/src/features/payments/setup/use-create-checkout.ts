import { centsToDecimal } from "@hearth/domain/money";
import type { PaymentType } from "@hearth/domain/payments/status";
import { limits } from "@hearth/domain/limits";
import { useNavigate } from "@tanstack/react-router";
import { specifiedMessage } from "../../../lib/api-error.ts";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { createPopupWindows } from "../../../lib/popup-window.ts";
import type { FormOutcome } from "../../auth/outcome.ts";

/** A payment to create: amount, type and payee. */
export interface Order {
  amountCents: number;
  paymentType: PaymentType;
  /** Empty for the server's default. */
  description?: string;
  /** The payee as the payer saw it. The server refuses another one. */
  payee?: { name: string; walletAddress: string } | undefined;
  leaseId?: string | undefined;
  /** Charges of the lease to pay first. By default the server's payment order applies. */
  chargeIds?: readonly string[] | undefined;
}

/** Creates a checkout. A retry with the same order returns the same payment. Throws the server's refusal. */
export function useCreateCheckout(): (order: Order) => Promise<Outputs["payments"]["createCheckout"]> {
  const createCheckout = trpc.payments.createCheckout.useMutation();
  return async ({ amountCents, paymentType, description = "", payee, leaseId, chargeIds = [] }) => {
    const input = {
      amount: centsToDecimal(amountCents),
      paymentType,
      ...(payee && { merchantWalletAddress: payee.walletAddress, merchantName: payee.name }),
      ...(description === "" ? {} : { description }),
      ...(leaseId !== undefined && { leaseId }),
      ...(chargeIds.length > 0 && { chargeIds: [...chargeIds] }),
    };
    const created = await createCheckout.mutateAsync(input);
    return created;
  };
}

/** Creates the checkout, shows it in the window that the click opened, and opens the page that waits for the payment. */
export function useStartPayment(): (order: Omit<Order, "paymentType">, hasWindow: boolean) => Promise<FormOutcome> {
  const navigate = useNavigate();
  const createCheckout = useCreateCheckout();

  return async (order, hasWindow) => {
    try {
      const { paymentId, checkoutURL } = await createCheckout({ ...order, paymentType: "one-time" });
      const isShown = hasWindow && checkoutWindows.show(checkoutURL, checkoutURL);
      if (!isShown) console.warn("The checkout window was blocked. The page that follows links to the checkout.");
      await navigate({ to: "/payment-pending", search: { payment: paymentId }, state: { checkoutBlocked: !isShown } });
      return { ok: true };
    } catch (error) {
      checkoutWindows.drop();
      return { ok: false, message: specifiedMessage(error, "Failed to create checkout") };
    }
  };
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** True if the browser blocked the checkout's window. */
    checkoutBlocked?: boolean;
  }
}

/** Popups of checkouts, by the checkout's URL. */
export const checkoutWindows = createPopupWindows("hearth-checkout", limits.checkoutPopup);
