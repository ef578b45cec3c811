import { limits } from "@hearth/domain/limits";
import { useNavigate } from "@tanstack/react-router";
import { ArrowUpRight } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { errorMessage } from "../../../lib/api-error.ts";
import { ButtonLink } from "../../../lib/links.tsx";
import { trpc } from "../../../lib/trpc.ts";
import { Actions, Button, ButtonAnchor } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/field.tsx";
import { Note } from "../../../ui/note.tsx";
import { receiptState } from "../receipt/navigation-state.ts";
import { checkoutWindow } from "../setup/checkout-window.ts";
import type { PaymentDetail } from "../use-live-payment.ts";
import { useEndPayment } from "./use-end-payment.ts";

/** While the money is awaited: the way to the checkout, and Cancel. */
export function WaitingActions({ payment, checkoutBlocked }: { payment: PaymentDetail; checkoutBlocked: boolean }) {
  const { end, busy, failure } = useEndPayment(payment.id);
  const { checkoutURL } = payment;
  return (
    <>
      {checkoutBlocked && <Note tone="waiting" title="Your browser blocked the checkout window. Open it here." />}
      <Actions>
        {checkoutURL !== null && (
          <ButtonAnchor
            href={checkoutURL}
            target="_blank"
            look="primary"
            icon={ArrowUpRight}
            onClick={(event) => {
              // Where a window of its own is refused, the link opens a tab.
              if (checkoutWindow.bringBack(checkoutURL)) event.preventDefault();
            }}
          >
            Open checkout
          </ButtonAnchor>
        )}
        <Button busy={busy} onClick={end}>
          Cancel
        </Button>
      </Actions>
      {failure && <FieldError>{failure}</FieldError>}
    </>
  );
}

/** Goes on to the receipt after two seconds, or at once. */
export function CompletedActions({ payment }: { payment: PaymentDetail }) {
  const navigate = useNavigate();
  const receipt = { to: "/payment-success", search: { payment: payment.id }, state: receiptState(payment), replace: true } as const;

  const goOn = useEffectEvent(() => void navigate(receipt));

  // One payment is completed once; later details of it do not begin the wait anew.
  useEffect(() => {
    const timer = setTimeout(() => goOn(), limits.successRedirectSeconds * 1_000);
    return () => clearTimeout(timer);
  }, [payment.id]);

  return (
    <Actions>
      <ButtonLink look="primary" {...receipt}>
        View receipt
      </ButtonLink>
    </Actions>
  );
}

/** After ten minutes without money: ask the chain itself, or begin again. */
export function TimeoutActions({ paymentId }: { paymentId: string }) {
  const utils = trpc.useUtils();
  const { end, busy, failure } = useEndPayment(paymentId);
  const recheck = trpc.payments.recheck.useMutation({
    onSuccess: (payment) => utils.payments.get.setData({ paymentId }, payment),
  });
  const stillNothing = recheck.isSuccess && recheck.data.status !== "completed" && recheck.data.transfer === null;
  return (
    <>
      <Actions>
        <Button look="primary" busy={recheck.isPending} onClick={() => recheck.mutate({ paymentId })}>
          Check Status Again
        </Button>
        <Button busy={busy} onClick={end}>
          Start Over
        </Button>
      </Actions>
      {stillNothing && <Note announce title="The network was asked just now, and no money for this payment has arrived." />}
      {recheck.error && <FieldError>{errorMessage(recheck.error, "The status could not be checked. Please try again.")}</FieldError>}
      {failure && <FieldError>{failure}</FieldError>}
    </>
  );
}

/** After a failure: makes sure that it is over, and begins again. */
export function FailedActions({ paymentId }: { paymentId: string }) {
  const { end, busy, failure } = useEndPayment(paymentId);
  return (
    <>
      <Actions>
        <Button look="primary" busy={busy} onClick={end}>
          Try Again
        </Button>
        <ButtonLink to="/dashboard">Go to Dashboard</ButtonLink>
      </Actions>
      {failure && <FieldError>{failure}</FieldError>}
    </>
  );
}

/** After a cancellation, here or in the checkout. */
export function CancelledActions() {
  return (
    <Actions>
      <ButtonLink look="primary" to="/payment">
        Make Another Payment
      </ButtonLink>
      <ButtonLink to="/dashboard">Go to Dashboard</ButtonLink>
    </Actions>
  );
}
