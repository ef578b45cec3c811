import type { ReactNode } from "react";
import { errorCode } from "../../lib/api-error.ts";
import { ButtonLink } from "../../kit/links.tsx";
import { ConnectionLost } from "../../ui/connection-lost.tsx";
import { Empty, ErrorState } from "../../ui/empty.tsx";
import { PageHead, Card } from "../../ui/page.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { Stack } from "../../ui/stack.tsx";
import styles from "./live-payment.module.css";
import { useDeadline } from "./use-deadline.ts";
import { type PaymentDetail, useLivePayment } from "./use-live-payment.ts";
import { useIsNetworkAsked } from "./use-network.ts";

interface LivePaymentProps {
  paymentId: string;
  /** Page title while no payment is shown. */
  title: string;
  /** `until` is the payment's deadline by this device's clock. */
  children: (payment: PaymentDetail, until: Date) => ReactNode;
}

/** Loads an own payment with live updates and renders it. Shows a placeholder while loading, and a message if there is none. */
export function LivePayment({ paymentId, title, children }: LivePaymentProps) {
  const { payment, isAway } = useLivePayment(paymentId);
  const { data, error, dataUpdatedAt, isFetching, refetch } = payment;
  const isNetworkAsked = useIsNetworkAsked();
  // Waits for the network's configuration, which decides the actions. Buttons that appear later would shift the page.
  if (data && isNetworkAsked) {
    return (
      <>
        {isAway && (
          <div className={styles.lost}>
            <ConnectionLost />
          </div>
        )}
        <Followed payment={data} receivedAt={dataUpdatedAt} show={children} />
      </>
    );
  }
  return (
    <>
      <PageHead title={title} />
      {errorCode(error) === "NOT_FOUND" ? (
        <Empty action={<ButtonLink to="/payment">Make a payment</ButtonLink>}>This payment does not exist, or it is not yours.</Empty>
      ) : error ? (
        <ErrorState onRetry={() => void refetch()} busy={isFetching}>
          Failed to load payment information
        </ErrorState>
      ) : (
        <Shape />
      )}
    </>
  );
}

function Followed({ payment, receivedAt, show }: { payment: PaymentDetail; receivedAt: number; show: LivePaymentProps["children"] }) {
  return show(payment, useDeadline(payment, receivedAt));
}

function Shape() {
  return (
    <Card>
      <Loading label="Loading the payment">
        <Stack wide>
          <Skeleton width="18rem" height="1.75rem" />
          <Skeleton width="14rem" height="3.5rem" />
          <Skeleton width="min(24rem, 100%)" />
        </Stack>
      </Loading>
    </Card>
  );
}
