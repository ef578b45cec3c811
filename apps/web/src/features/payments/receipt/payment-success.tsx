import { Navigate } from "@tanstack/react-router";
import { errorCode } from "../../../lib/api-error.ts";
import { TextLink } from "../../../kit/links.tsx";
import { trpc } from "../../../lib/trpc.ts";
import { Actions, Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/empty.tsx";
import { Page, PageHead, Card } from "../../../ui/page.tsx";
import { TextButton } from "../../../ui/text-anchor.tsx";
import { Loading, Skeleton } from "../../../ui/skeleton.tsx";
import type { PaymentDetail } from "../use-live-payment.ts";
import { downloadText } from "../../../lib/download.ts";
import { receiptFileName, receiptText } from "./receipt-text.ts";
import { Receipt } from "./receipt.tsx";
import { ProofMenu, useReceiptPdf } from "./receipt-menu.tsx";
import styles from "./receipt.module.css";

/** Receipt page. Only completed payments have a receipt; a payment under way redirects to the waiting page. */
export function PaymentSuccess({ paymentId }: { paymentId: string }) {
  const { data, error, isFetching, refetch } = trpc.payments.get.useQuery({ paymentId });
  if (errorCode(error) === "NOT_FOUND") return <Navigate to="/payment" replace />;
  if (data?.status === "completed") return <Completed payment={data} />;
  if (data) return <Navigate to="/payment-pending" search={{ payment: paymentId }} replace />;
  return (
    <Page>
      {error && <PageHead title="Receipt" />}
      {error ? (
        <ErrorState onRetry={() => void refetch()} busy={isFetching}>
          Failed to load payment information
        </ErrorState>
      ) : (
        <Shape />
      )}
    </Page>
  );
}

function Completed({ payment }: { payment: PaymentDetail }) {
  return (
    <Page>
      <Receipt payment={payment}>
        <Actions className={styles.actions}>
          <PdfButton paymentId={payment.id} />
          <ProofMenu payment={payment} />
        </Actions>
        <p className={styles.more}>
          <TextButton onClick={() => downloadText(receiptFileName(payment), receiptText(payment))}>Download Receipt</TextButton>
          <TextLink to="/payment-history">View History</TextLink>
          {/* Without the amount: what the lease owes is offered, and this bill is paid */}
          <TextLink to="/setup-one-time" search={{ lease: payment.leaseId ?? undefined }}>
            Make Another Payment
          </TextLink>
        </p>
      </Receipt>
    </Page>
  );
}

function PdfButton({ paymentId }: { paymentId: string }) {
  const { save, isBusy } = useReceiptPdf(paymentId);
  return (
    <Button variant="primary" busy={isBusy} onClick={save}>
      Download PDF
    </Button>
  );
}

function Shape() {
  return (
    <Card>
      <Loading label="Loading the receipt">
        <div className={styles.shape}>
          <Skeleton width="min(20rem, 80%)" height="2rem" />
          <Skeleton width="min(16rem, 70%)" height="4.5rem" />
          <Skeleton width="100%" />
          <Skeleton width="100%" />
          <Skeleton width="100%" />
        </div>
      </Loading>
    </Card>
  );
}
