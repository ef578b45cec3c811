import { ArrowUpRight } from "lucide-react";
import { ButtonLink } from "../../../kit/links.tsx";
import { Amount } from "../../../ui/amount.tsx";
import { Actions, Button, ButtonAnchor } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Countdown } from "../../../ui/countdown.tsx";
import { ErrorState } from "../../../ui/empty.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Card } from "../../../ui/page.tsx";
import { Loading, Skeleton } from "../../../ui/skeleton.tsx";
import { Heading } from "../../../ui/typography.tsx";
import { centsOf } from "../../../kit/cents.ts";
import { useDeadline } from "../use-deadline.ts";
import { type PaymentDetail, useLivePayment } from "../use-live-payment.ts";
import { checkoutWindows } from "./use-create-checkout.ts";
import styles from "./setup.module.css";

interface PaymentUrlProps {
  paymentId: string;
  /** Starts another payment. */
  onAnother: () => void;
}

/** Shows a generated payment URL with live updates: to copy and open while it is valid, afterwards how it ended. */
export function PaymentUrl({ paymentId, onAnother }: PaymentUrlProps) {
  const { data: payment, dataUpdatedAt, isError, isFetching, refetch } = useLivePayment(paymentId).payment;
  if (!payment) {
    if (!isError) {
      return (
        <Loading label="Loading the payment URL">
          <Skeleton width="100%" height="12rem" />
        </Loading>
      );
    }
    return (
      <ErrorState onRetry={() => void refetch()} busy={isFetching}>
        Failed to load payment information
      </ErrorState>
    );
  }
  const { checkoutURL } = payment;
  return (
    <>
      {checkoutURL === null ? <Ended payment={payment} /> : <Open payment={payment} heardAt={dataUpdatedAt} checkoutURL={checkoutURL} />}
      <Actions className={styles.another}>
        <Button onClick={onAnother}>Generate another</Button>
        {payment.status === "completed" ? (
          <ButtonLink to="/payment-success" search={{ payment: payment.id }}>
            View receipt
          </ButtonLink>
        ) : (
          <ButtonLink to="/payment-pending" search={{ payment: payment.id }}>
            Follow this payment
          </ButtonLink>
        )}
      </Actions>
    </>
  );
}

function Open({ payment, heardAt, checkoutURL }: { payment: PaymentDetail; heardAt: number; checkoutURL: string }) {
  const until = useDeadline(payment, heardAt);
  return (
    <Card as="section" label="Payment URL">
      <div className={styles.urlHead}>
        <Heading size="subheading">Payment URL</Heading>
        <Countdown until={until} label="The payment URL is open for" />
      </div>
      <p className={styles.url}>
        <code>{checkoutURL}</code>
        <CopyButton text={checkoutURL} what="payment URL" />
      </p>
      <DescriptionList kind="right">
        <Description label="Merchant">{payment.merchant}</Description>
        <Description label="Amount">
          <Amount cents={centsOf(payment.amount)} unit="USDC" />
        </Description>
        <Description label="Payment type">Recurring, one period</Description>
      </DescriptionList>
      <div className={styles.pay}>
        <ButtonAnchor
          href={checkoutURL}
          target="_blank"
          variant="primary"
          size="large"
          wide
          icon={ArrowUpRight}
          onClick={(event) => {
            // If the browser blocks the window, the link opens a tab.
            if (checkoutWindows.bringBack(checkoutURL, checkoutURL)) event.preventDefault();
          }}
        >
          Open checkout
        </ButtonAnchor>
      </div>
    </Card>
  );
}

function Ended({ payment: { status } }: { payment: PaymentDetail }) {
  if (status === "completed") return <Alert tone="good" title="This period is paid." announce />;
  return (
    <Alert tone="waiting" title="This payment URL is not open any more." announce>
      Money that was sent to it is still found. Generate another to pay this period.
    </Alert>
  );
}
