import { useState } from "react";
import { errorCode, errorMessage } from "../../../lib/api-error.ts";
import { useIntention } from "../../../lib/intention.ts";
import { useSession } from "../../../lib/session.ts";
import { trpc } from "../../../lib/trpc.ts";
import { TextButton } from "../../../ui/text-anchor.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import type { CheckoutView } from "./checkout-stage.ts";
import { isPopup } from "./popup.ts";

/** Cancels the payment for the payer who is signed in; anybody else can only leave, and is told so. */
export function CancelCheckout({ reference, view }: { reference: string; view: Pick<CheckoutView, "paymentId"> }) {
  const { authToken } = useSession();
  const [isToldToLeave, setToldToLeave] = useState(false);
  const intention = useIntention();
  const utils = trpc.useUtils();
  const { paymentId } = view;
  const leave = () => (isPopup() ? window.close() : setToldToLeave(true));
  const cancel = trpc.payments.cancel.useMutation({
    onSettled: () => utils.payments.invalidate(),
    onError: (error) => {
      if (errorCode(error) === "NOT_FOUND" || errorCode(error) === "UNAUTHENTICATED") leave();
      else toast.failure(errorMessage(error, "The payment could not be cancelled. Please try again."));
    },
  });

  if (isToldToLeave) return <span>You can simply close this page. The checkout ends by itself.</span>;
  return (
    <TextButton
      size="small"
      aria-busy={cancel.isPending || undefined}
      onClick={() => {
        if (authToken === null) leave();
        else if (!cancel.isPending) cancel.mutate({ paymentId, idempotencyKey: intention.keyFor({ cancel: reference }) });
      }}
    >
      Cancel
    </TextButton>
  );
}
