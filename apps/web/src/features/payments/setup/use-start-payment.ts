import { useNavigate } from "@tanstack/react-router";
import { errorMessage } from "../../../lib/api-error.ts";
import type { FormOutcome } from "../../auth/outcome.ts";
import { checkoutWindow } from "./checkout-window.ts";
import { type Order, useCreateCheckout } from "./use-create-checkout.ts";

/** Creates the checkout, shows it in the window that the click has prepared, and goes on to the page that waits for its result. */
export function useStartPayment(): (order: Omit<Order, "paymentType">, hasWindow: boolean) => Promise<FormOutcome> {
  const navigate = useNavigate();
  const createCheckout = useCreateCheckout();

  return async (order, hasWindow) => {
    try {
      const { paymentId, checkoutURL } = await createCheckout({ ...order, paymentType: "one-time" });
      const isShown = hasWindow && checkoutWindow.show(checkoutURL);
      if (!isShown) console.warn("The checkout window was blocked. The page that follows links to the checkout.");
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
