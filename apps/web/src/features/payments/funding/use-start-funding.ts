import { useNavigate } from "@tanstack/react-router";
import { errorMessage } from "../../../lib/api-error.ts";
import type { FormOutcome } from "../../auth/outcome.ts";
import { type Order, useCreateCheckout } from "../setup/use-create-checkout.ts";
import { onrampWindow } from "./onramp-window.ts";

/** Creates the payment that is to be funded, and goes on to it; its page takes over the window that the click has prepared. */
export function useStartFunding(): (order: Omit<Order, "paymentType">) => Promise<FormOutcome> {
  const navigate = useNavigate();
  const createCheckout = useCreateCheckout();
  return async (order) => {
    try {
      const { paymentId } = await createCheckout({ ...order, paymentType: "one-time" });
      await navigate({ to: "/fund-wallet", search: { payment: paymentId }, replace: true });
      return { ok: true };
    } catch (error) {
      onrampWindow.close();
      return { ok: false, message: errorMessage(error, "Failed to create checkout") };
    }
  };
}
