import { useMemo } from "react";
import { errorCode } from "../../../lib/api-error.ts";
import { ButtonLink } from "../../../lib/links.tsx";
import { useSecondsLeft } from "../../../ui/countdown.tsx";
import { Empty, ErrorState } from "../../../ui/empty.tsx";
import { Page, PageHead, Sheet } from "../../../ui/page.tsx";
import { Loading, Skeleton } from "../../../ui/skeleton.tsx";
import { type PaymentDetail, useLivePayment } from "../use-live-payment.ts";
import { PendingDetails } from "./pending-details.tsx";
import { pendingState } from "./pending-state.ts";
import { PendingStateView } from "./pending-state-view.tsx";
import styles from "./pending.module.css";

/** Waits for a payment with its payer: what is happening, how long there is, and what can be done. Needs nothing but the payment's id. */
export function PaymentPending({ paymentId, checkoutBlocked }: { paymentId: string; checkoutBlocked: boolean }) {
  const { data, error, dataUpdatedAt, isFetching, refetch } = useLivePayment(paymentId);
  return (
    <Page narrow>
      {!data && <PageHead title="Payment" />}
      {data ? (
        <Followed payment={data} receivedAt={dataUpdatedAt} checkoutBlocked={checkoutBlocked} />
      ) : errorCode(error) === "NOT_FOUND" ? (
        <Empty action={<ButtonLink to="/payment">Make a payment</ButtonLink>}>This payment does not exist, or it is not yours.</Empty>
      ) : error ? (
        <ErrorState onRetry={() => void refetch()} busy={isFetching}>
          Failed to load payment information
        </ErrorState>
      ) : (
        <Shape />
      )}
    </Page>
  );
}

function Followed({ payment, receivedAt, checkoutBlocked }: { payment: PaymentDetail; receivedAt: number; checkoutBlocked: boolean }) {
  const { expiresAt, serverTime } = payment;
  // Counted by the server's clock: what it said is left, from the moment it said so.
  const until = useMemo(
    () => new Date(receivedAt + new Date(expiresAt).getTime() - new Date(serverTime).getTime()),
    [receivedAt, expiresAt, serverTime],
  );
  const state = pendingState(payment, useSecondsLeft(until));
  return (
    <>
      <PendingStateView state={state} payment={payment} until={until} checkoutBlocked={checkoutBlocked} />
      <PendingDetails payment={payment} />
    </>
  );
}

function Shape() {
  return (
    <Sheet>
      <Loading label="Loading the payment">
        <div className={styles.shape}>
          <Skeleton width="18rem" height="1.75rem" />
          <Skeleton width="14rem" height="3.5rem" />
          <Skeleton width="min(24rem, 100%)" />
        </div>
      </Loading>
    </Sheet>
  );
}
