import { limits } from "@hearth/domain/limits";
import { useNavigate } from "@tanstack/react-router";
import { ArrowUpRight } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { ButtonLink } from "../../../kit/links.tsx";
import { Actions, Button, ButtonAnchor } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/field.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { RecheckOutcome, useRecheck } from "../recheck.tsx";
import { receiptState } from "../receipt/navigation-state.ts";
import { TopUpButton } from "../top-up.tsx";
import { checkoutWindow } from "../setup/use-create-checkout.ts";
import type { PaymentDetail } from "../use-live-payment.ts";
import { useNetwork } from "../use-network.ts";
import { errorCode, errorMessage } from "../../../lib/api-error.ts";
import { useIdempotencyKey } from "../../../lib/idempotency-key.ts";
import { trpc } from "../../../lib/trpc.ts";

const fallback = "The payment could not be cancelled. Please try again.";

/**
 * Cancels a payment, closes its checkout and goes back to the payment page. One that has ended already is left as it is; one whose money is
 * on its way is not cancelled, and the sentence that says so is in `failure`.
 */
function useEndPayment(paymentId: string) {
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const cancel = trpc.payments.cancel.useMutation();
  const idempotency = useIdempotencyKey();

  async function end(): Promise<void> {
    try {
      const payment = await cancel.mutateAsync({ paymentId, idempotencyKey: idempotency.keyFor(paymentId) });
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

/** While the money is awaited: the way to the checkout, and Cancel. */
export function WaitingActions({ payment, checkoutBlocked }: { payment: PaymentDetail; checkoutBlocked: boolean }) {
  const { end, busy, failure } = useEndPayment(payment.id);
  const { checkoutURL } = payment;
  const hasOnramp = useNetwork()?.hasOnramp === true;
  return (
    <>
      {checkoutBlocked && <Alert tone="waiting" title="Your browser blocked the checkout window. Open it here." />}
      <Actions>
        {checkoutURL !== null && (
          <ButtonAnchor
            href={checkoutURL}
            target="_blank"
            variant="primary"
            icon={ArrowUpRight}
            onClick={(event) => {
              // Where a window of its own is refused, the link opens a tab.
              if (checkoutWindow.bringBack(checkoutURL)) event.preventDefault();
            }}
          >
            Open checkout
          </ButtonAnchor>
        )}
        {hasOnramp && (
          <ButtonLink to="/fund-wallet" search={{ payment: payment.id }}>
            Card or bank
          </ButtonLink>
        )}
        <Button busy={busy} onClick={end}>
          Cancel
        </Button>
      </Actions>
      {failure && <FieldError>{failure}</FieldError>}
    </>
  );
}

/** While a signed payment waits to be handed to the network: it can still be taken back. */
export function SendingActions({ paymentId }: { paymentId: string }) {
  const { end, busy, failure } = useEndPayment(paymentId);
  return (
    <>
      <Actions>
        <Button busy={busy} onClick={end}>
          Cancel
        </Button>
      </Actions>
      {failure && <FieldError>{failure}</FieldError>}
    </>
  );
}

/** While part of the money is missing: the way to a checkout for it, and out of that checkout, or of the payment where it has none. */
export function ShortActions({ payment }: { payment: PaymentDetail }) {
  const { id: paymentId, short, status, topUpURL } = payment;
  const { end, busy, failure } = useEndPayment(paymentId);
  const utils = trpc.useUtils();
  const idempotency = useIdempotencyKey();
  const giveUp = trpc.payments.giveUpTopUp.useMutation({
    onSuccess: (given) => {
      idempotency.done();
      checkoutWindow.close();
      utils.payments.get.setData({ paymentId }, given);
    },
    onError: () => utils.payments.get.invalidate({ paymentId }),
  });
  const words = failure ?? (giveUp.error && errorMessage(giveUp.error, "The checkout could not be closed. Please try again."));
  return (
    <>
      <Actions>
        {short && <TopUpButton paymentId={paymentId} short={short} variant="primary" />}
        {topUpURL !== null && (
          <Button busy={giveUp.isPending} onClick={() => giveUp.mutate({ paymentId, idempotencyKey: idempotency.keyFor(topUpURL) })}>
            Close checkout
          </Button>
        )}
        {topUpURL === null && status === "pending" && (
          <Button busy={busy} onClick={end}>
            Cancel
          </Button>
        )}
      </Actions>
      {words && <FieldError>{words}</FieldError>}
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
      <ButtonLink variant="primary" {...receipt}>
        View receipt
      </ButtonLink>
    </Actions>
  );
}

/** After ten minutes without money: ask the chain itself, or begin again. */
export function TimeoutActions({ paymentId }: { paymentId: string }) {
  const { end, busy, failure } = useEndPayment(paymentId);
  const recheck = useRecheck(paymentId);
  return (
    <>
      <Actions>
        <Button variant="primary" busy={recheck.busy} onClick={recheck.check}>
          Check Status Again
        </Button>
        <Button busy={busy} onClick={end}>
          Start Over
        </Button>
      </Actions>
      <RecheckOutcome recheck={recheck} />
      {failure && <FieldError>{failure}</FieldError>}
    </>
  );
}

/** While the onramp's word on money that has arrived is missing: ask again. */
export function ArrivedActions({ paymentId }: { paymentId: string }) {
  const recheck = useRecheck(paymentId);
  return (
    <>
      <Actions>
        <Button variant="primary" busy={recheck.busy} onClick={recheck.check}>
          Check Status Again
        </Button>
        <ButtonLink to="/dashboard">Go to Dashboard</ButtonLink>
      </Actions>
      {recheck.failure && <FieldError>{recheck.failure}</FieldError>}
    </>
  );
}

/** After a failure: makes sure that it is over, and begins again. */
export function FailedActions({ paymentId }: { paymentId: string }) {
  const { end, busy, failure } = useEndPayment(paymentId);
  return (
    <>
      <Actions>
        <Button variant="primary" busy={busy} onClick={end}>
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
      <ButtonLink variant="primary" to="/payment">
        Make Another Payment
      </ButtonLink>
      <ButtonLink to="/dashboard">Go to Dashboard</ButtonLink>
    </Actions>
  );
}
