import { centsToDecimal } from "@hearth/domain/money";
import { useNavigate } from "@tanstack/react-router";
import { errorMessage } from "../../../lib/api-error.ts";
import { useIntention } from "../../../lib/intention.ts";
import { trpc } from "../../../lib/trpc.ts";
import type { FormOutcome } from "../../auth/outcome.ts";
import { checkoutWindow } from "./checkout-window.ts";

interface Order {
  amountCents: number;
  description: string;
  payee: { name: string; walletAddress: string };
}

/**
 * Creates the checkout, shows it in the window that the click has prepared, and goes on to the page that waits for its result. A second
 * try with the same order is the same payment.
 */
export function useStartPayment(): (order: Order, hasWindow: boolean) => Promise<FormOutcome> {
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const createCheckout = trpc.payments.createCheckout.useMutation();
  const intention = useIntention();

  return async ({ amountCents, description, payee }, hasWindow) => {
    const input = {
      amount: centsToDecimal(amountCents),
      paymentType: "one-time" as const,
      merchantWalletAddress: payee.walletAddress,
      merchantName: payee.name,
      ...(description === "" ? {} : { description }),
    };
    try {
      const { paymentId, checkoutURL } = await createCheckout.mutateAsync({ ...input, idempotencyKey: intention.keyFor(input) });
      intention.done();
      const isShown = hasWindow && checkoutWindow.show(checkoutURL);
      if (!isShown) console.warn("The checkout window was blocked. The page that follows links to the checkout.");
      void utils.payments.dashboard.invalidate();
      await navigate({ to: "/payment-pending", search: { payment: paymentId }, state: { checkoutBlocked: !isShown } });
      return { ok: true };
    } catch (error) {
      checkoutWindow.close();
      return { ok: false, message: errorMessage(error, "Failed to create checkout") };
    }
  };
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The browser did not let the checkout's window open. */
    checkoutBlocked?: boolean;
  }
}
