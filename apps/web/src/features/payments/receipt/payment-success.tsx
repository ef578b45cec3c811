import { Navigate } from "@tanstack/react-router";
import { Download } from "lucide-react";
import { errorCode } from "../../../lib/api-error.ts";
import { ButtonLink } from "../../../kit/links.tsx";
import { trpc } from "../../../lib/trpc.ts";
import { Actions, Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/empty.tsx";
import { Page, PageHead, Card } from "../../../ui/page.tsx";
import { Loading, Skeleton } from "../../../ui/skeleton.tsx";
import type { PaymentDetail } from "../use-live-payment.ts";
import { downloadText } from "../../../lib/download.ts";
import { receiptFileName, receiptText } from "./receipt-text.ts";
import { Receipt } from "./receipt.tsx";
import { useReceiptPdf } from "./receipt-menu.tsx";
import styles from "./receipt.module.css";

/** The receipt screen. Only what the server says is completed has a receipt; a payment on its way goes back to waiting. */
export function PaymentSuccess({ paymentId }: { paymentId: string }) {
  const { data, error, isFetching, refetch } = trpc.payments.get.useQuery({ paymentId });
  if (errorCode(error) === "NOT_FOUND") return <Navigate to="/payment" replace />;
  if (data?.status === "completed") return <Completed payment={data} />;
  if (data) return <Navigate to="/payment-pending" search={{ payment: paymentId }} replace />;
  return (
    <Page narrow>
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
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <Page narrow>
      <Receipt payment={payment} />
      <Actions className={styles.actions}>
        <Button variant="primary" icon={Download} onClick={() => downloadText(receiptFileName(payment), receiptText(payment, timeZone))}>
          Download Receipt
        </Button>
        <PdfButton paymentId={payment.id} />
        <ButtonLink to="/payment-history">View History</ButtonLink>
        <ButtonLink to="/payment">Make Another Payment</ButtonLink>
      </Actions>
    </Page>
  );
}

function PdfButton({ paymentId }: { paymentId: string }) {
  const { save, isBusy } = useReceiptPdf(paymentId);
  return (
    <Button busy={isBusy} onClick={save}>
      PDF
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
