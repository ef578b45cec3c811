import { type ReactNode, useMemo } from "react";
import { errorCode } from "../../lib/api-error.ts";
import { ButtonLink } from "../../kit/links.tsx";
import { ConnectionLost } from "../../ui/connection-lost.tsx";
import { Empty, ErrorState } from "../../ui/empty.tsx";
import { PageHead, Card } from "../../ui/page.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { Stack } from "../../ui/stack.tsx";
import styles from "./live-payment.module.css";
import { type PaymentDetail, useLivePayment } from "./use-live-payment.ts";
import { useIsNetworkAsked } from "./use-network.ts";

interface LivePaymentProps {
  paymentId: string;
  /** The page's title while there is no payment to show. */
  title: string;
  /** `until` is the payment's deadline by this machine's clock. */
  children: (payment: PaymentDetail, until: Date) => ReactNode;
}

/** One of the payer's own payments, followed live; while it loads, or where there is none, the page says so. */
export function LivePayment({ paymentId, title, children }: LivePaymentProps) {
  const { payment, isAway } = useLivePayment(paymentId);
  const { data, error, dataUpdatedAt, isFetching, refetch } = payment;
  const isNetworkAsked = useIsNetworkAsked();
  // What can be done depends on the network; buttons that come later would push the page down.
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
  const { expiresAt, serverTime } = payment;
  // Counted by the server's clock: what it said is left, from the moment it said so.
  const until = useMemo(
    () => new Date(receivedAt + new Date(expiresAt).getTime() - new Date(serverTime).getTime()),
    [receivedAt, expiresAt, serverTime],
  );
  return show(payment, until);
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
