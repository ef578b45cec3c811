import { useState } from "react";
import { errorCode } from "../../../lib/api-error.ts";
import { DetailSkeleton } from "../../../kit/detail-skeleton.tsx";
import { ButtonLink } from "../../../kit/links.tsx";
import { Actions } from "../../../ui/button.tsx";
import { Dialog, useLastShown } from "../../../ui/dialog.tsx";
import { ErrorState } from "../../../ui/empty.tsx";
import { Text } from "../../../ui/typography.tsx";
import { type DisputeAction, DisputeOffer, DisputeQuestion } from "../../../features/disputes/dispute-offer.tsx";
import { DisputePanel } from "../../../features/disputes/dispute-panel.tsx";
import { ReceiptMenu } from "../../../features/payments/receipt/receipt-menu.tsx";
import { TopUpButton } from "../../../features/payments/top-up.tsx";
import { type PaymentDetail, useLivePayment } from "../../../features/payments/use-live-payment.ts";
import { PaymentFacts } from "./payment-facts.tsx";

interface PaymentDialogProps {
  /** The payment to show. Undefined closes the dialog. */
  paymentId: string | undefined;
  /** True if the payer came to prove a wallet for a refund of it. */
  isProving?: boolean;
  onClose: () => void;
}

/** A payment's details in a dialog over the current page. */
export function PaymentDialog({ paymentId, isProving = false, onClose }: PaymentDialogProps) {
  const shownId = useLastShown(paymentId);
  return shownId === undefined ? null : (
    <OpenDialog paymentId={shownId} open={paymentId !== undefined} isProving={isProving} onClose={onClose} />
  );
}

interface OpenDialogProps extends Required<PaymentDialogProps> {
  paymentId: string;
  open: boolean;
}

function OpenDialog({ paymentId, open, isProving, onClose }: OpenDialogProps) {
  const { data, error, refetch, isFetching } = useLivePayment(paymentId).payment;
  const [asking, setAsking] = useState<DisputeAction | null>(null);
  return (
    <>
      <Dialog
        open={open && asking === null}
        onClose={onClose}
        title={data?.description ?? "Payment"}
        foot={data && <DialogFoot payment={data} onDispute={setAsking} />}
      >
        {data ? (
          <Detail payment={data} isProving={isProving} />
        ) : error ? (
          <Failure {...{ error, refetch, isFetching }} />
        ) : (
          <DetailSkeleton amount tall label="Loading the payment" lines={6} width="24rem" />
        )}
      </Dialog>
      {data && open && <DisputeQuestion payment={data} asking={asking} onClose={() => setAsking(null)} />}
    </>
  );
}

/** Shows an open dispute before the payment's facts, and a closed one after them. */
function Detail({ payment, isProving }: { payment: PaymentDetail; isProving: boolean }) {
  const dispute = <DisputePanel payment={payment} />;
  const isOpen = payment.disputeStatus === "open";
  return (
    <>
      <PaymentFacts payment={payment} first={isOpen && dispute} isProving={isProving} />
      {!isOpen && dispute}
    </>
  );
}

function Failure({ error, refetch, isFetching }: { error: unknown; refetch: () => void; isFetching: boolean }) {
  if (errorCode(error) === "NOT_FOUND") return <ErrorState>This payment does not exist, or it is not yours.</ErrorState>;
  return (
    <ErrorState onRetry={refetch} busy={isFetching}>
      This payment could not be loaded.
    </ErrorState>
  );
}

function DialogFoot({ payment, onDispute }: { payment: PaymentDetail; onDispute: (action: DisputeAction) => void }) {
  if (payment.short !== null) {
    return (
      <Actions>
        <ButtonLink to="/payment-pending" search={{ payment: payment.id }}>
          Follow it
        </ButtonLink>
        <TopUpButton paymentId={payment.id} short={payment.short} variant="primary" />
      </Actions>
    );
  }
  if (payment.status === "pending") {
    return (
      <Actions>
        <ButtonLink to="/payment-pending" search={{ payment: payment.id }}>
          {payment.transfer ? "Follow it" : "Continue paying"}
        </ButtonLink>
      </Actions>
    );
  }
  if (payment.status !== "completed") return <TryAgain payment={payment} />;
  return (
    <>
      <DisputeOffer payment={payment} onAct={onDispute} />
      <ReceiptMenu payment={payment} />
      <ButtonLink to="/payment-success" search={{ payment: payment.id }}>
        View receipt
      </ButtonLink>
    </>
  );
}

/**
 * Offers to retry a payment that ended without money, with the same amount, description and lease. Renders nothing if money was seen or may
 * have arrived.
 */
function TryAgain({ payment: { transfer, hasArrived, amount, description, leaseId } }: { payment: PaymentDetail }) {
  if (transfer !== null || hasArrived) return null;
  return (
    <>
      <Text size="note" muted>
        Nothing has arrived for this payment. If you have already sent the money, do not pay again.
      </Text>
      <ButtonLink to="/setup-one-time" search={{ amount, description, lease: leaseId ?? undefined }} variant="primary">
        Try again
      </ButtonLink>
    </>
  );
}
