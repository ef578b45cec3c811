import { limits } from "@hearth/domain/limits";
import { useNavigate } from "@tanstack/react-router";
import { ArrowUpRight } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { ButtonLink } from "../../../kit/links.tsx";
import { Actions, Button, ButtonAnchor } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { FieldError } from "../../../ui/field.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Text } from "../../../ui/typography.tsx";
import { RecheckOutcome, useRecheck } from "../recheck.tsx";
import { receiptState } from "../receipt/navigation-state.ts";
import { TopUpButton } from "../top-up.tsx";
import { checkoutWindows } from "../setup/use-create-checkout.ts";
import type { PaymentDetail } from "../use-live-payment.ts";
import { useNetwork } from "../use-network.ts";
import { errorCode, errorMessage } from "../../../lib/api-error.ts";
import { trpc } from "../../../lib/trpc.ts";

/**
 * Cancels a payment, closes its checkout and opens the lease that it was for, or else the payment page. Leaves a payment alone that has already ended. If the money is
 * already on its way the payment is not cancelled, and `failure` says so.
 */
function useEndPayment(paymentId: string, leaseId: string | null = null) {
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const cancel = trpc.payments.cancel.useMutation();

  async function end(): Promise<void> {
    const checkoutURL = utils.payments.get.getData({ paymentId })?.checkoutURL;
    try {
      const payment = await cancel.mutateAsync({ paymentId });
      utils.payments.get.setData({ paymentId }, payment);
    } catch (error) {
      if (errorCode(error) !== "NOT_FOUND") return;
    }
    if (checkoutURL) checkoutWindows.close(checkoutURL);
    await navigate(leaseId === null ? { to: "/payment" } : { to: "/lease/$leaseId", params: { leaseId } });
  }

  return { end: () => void end(), busy: cancel.isPending, failure: cancel.error ? errorMessage(cancel.error) : null };
}

type Cancellable = Pick<PaymentDetail, "id" | "leaseId">;

/** Button that cancels a payment after asking once. */
function CancelButton({ payment: { id, leaseId } }: { payment: Cancellable }) {
  const { end, busy, failure } = useEndPayment(id, leaseId);
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>Cancel</Button>
      <Dialog
        small
        open={isAsking}
        onClose={close}
        title="Cancel this payment?"
        foot={
          <>
            <Button variant="quiet" onClick={close}>
              Keep paying
            </Button>
            <Button variant="danger" busy={busy} onClick={end}>
              Cancel payment
            </Button>
          </>
        }
      >
        <Text>Its checkout closes, and nothing is paid. If you have already sent the money, it still counts.</Text>
        {failure && <FieldError>{failure}</FieldError>}
      </Dialog>
    </>
  );
}

/** Actions while the money is awaited: open the checkout, or cancel. */
export function WaitingActions({ payment, checkoutBlocked }: { payment: PaymentDetail; checkoutBlocked: boolean }) {
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
              // If the browser blocks the window, the link opens a tab.
              if (checkoutWindows.bringBack(checkoutURL, checkoutURL)) event.preventDefault();
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
        <CancelButton payment={payment} />
      </Actions>
    </>
  );
}

/** Action while a signed payment waits for the relayer: cancel. */
export function SendingActions({ payment }: { payment: Cancellable }) {
  return (
    <Actions>
      <CancelButton payment={payment} />
    </Actions>
  );
}

/**
 * Actions while part of the money is missing: open a checkout for the rest, or close that checkout. Without one, the payment itself can be
 * cancelled.
 */
export function ShortActions({ payment }: { payment: PaymentDetail }) {
  const { id: paymentId, short, status, topUpURL } = payment;
  const utils = trpc.useUtils();
  const giveUp = trpc.payments.giveUpTopUp.useMutation({
    onSuccess: (given) => {
      if (topUpURL !== null) checkoutWindows.close(topUpURL);
      utils.payments.get.setData({ paymentId }, given);
    },
  });
  const message = giveUp.error && errorMessage(giveUp.error);
  return (
    <>
      <Actions>
        {short && <TopUpButton paymentId={paymentId} short={short} variant="primary" />}
        {topUpURL !== null && (
          <Button busy={giveUp.isPending} onClick={() => giveUp.mutate({ paymentId })}>
            Close checkout
          </Button>
        )}
        {topUpURL === null && status === "pending" && <CancelButton payment={payment} />}
      </Actions>
      {message && <FieldError>{message}</FieldError>}
    </>
  );
}

/** Opens the receipt after two seconds, or at once on a click. */
export function CompletedActions({ payment }: { payment: PaymentDetail }) {
  const navigate = useNavigate();
  const receipt = { to: "/payment-success", search: { payment: payment.id }, state: receiptState(payment), replace: true } as const;

  const goOn = useEffectEvent(() => void navigate(receipt));

  // Depends on the payment's id only, so that updates of the payment do not restart the timer.
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

/** Actions after ten minutes without money: check the chain, or start over. */
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

/** Action while the onramp has not confirmed money that arrived: check again. */
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

/** Actions after a failure: try again, which first cancels the payment. */
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

/** Actions after a cancellation, on this page or in the checkout. Another payment is for the same lease. */
export function CancelledActions({ payment: { amount, leaseId } }: { payment: Pick<PaymentDetail, "amount" | "leaseId"> }) {
  return (
    <Actions>
      {leaseId === null ? (
        <ButtonLink variant="primary" to="/payment">
          Make Another Payment
        </ButtonLink>
      ) : (
        <ButtonLink variant="primary" to="/setup-one-time" search={{ amount, lease: leaseId }}>
          Make Another Payment
        </ButtonLink>
      )}
      <ButtonLink to="/dashboard">Go to Dashboard</ButtonLink>
    </Actions>
  );
}
