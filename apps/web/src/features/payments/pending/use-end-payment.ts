import { useNavigate } from "@tanstack/react-router";
import { errorCode, errorMessage } from "../../../lib/api-error.ts";
import { useIntention } from "../../../lib/intention.ts";
import { trpc } from "../../../lib/trpc.ts";
import { checkoutWindow } from "../setup/checkout-window.ts";

const fallback = "The payment could not be cancelled. Please try again.";

/**
 * Cancels a payment, closes its checkout and goes back to the payment page. One that has ended already is left as it is; one whose money is
 * on its way is not cancelled, and the sentence that says so is in `failure`.
 */
export function useEndPayment(paymentId: string) {
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const cancel = trpc.payments.cancel.useMutation();
  const intention = useIntention();

  async function end(): Promise<void> {
    try {
      const payment = await cancel.mutateAsync({ paymentId, idempotencyKey: intention.keyFor(paymentId) });
      utils.payments.get.setData({ paymentId }, payment);
    } catch (error) {
      const code = errorCode(error);
      if (code !== "NOT_FOUND") {
        void utils.payments.get.invalidate({ paymentId });
        return;
      }
    }
    checkoutWindow.close();
    void utils.payments.dashboard.invalidate();
    await navigate({ to: "/payment" });
  }

  return { end: () => void end(), busy: cancel.isPending, failure: cancel.error ? errorMessage(cancel.error, fallback) : null };
}
