import { limits } from "@hearth/domain/limits";
import { ButtonLink, TextLink } from "../../../kit/links.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Empty, ErrorState } from "../../../ui/empty.tsx";
import { DataTable } from "../../../ui/data-table.tsx";
import { Section } from "../../../ui/page.tsx";
import { SkeletonLedger } from "../../../ui/skeleton.tsx";
import { type Short, shortSentence, TopUpButton } from "../../../features/payments/top-up.tsx";
import { type ListedPayment, openPayment, paymentColumns, paymentName } from "../../../features/payments/payment-columns.tsx";

interface RecentPaymentsProps {
  /** Absent while they are loading or could not be loaded. */
  payments: readonly ListedPayment[] | undefined;
  failed: boolean;
  busy: boolean;
  onRetry: () => void;
}

/** The five most recent payments; each opens with its details. */
export function RecentPayments({ payments, failed, busy, onRetry }: RecentPaymentsProps) {
  const hasSome = payments !== undefined && payments.length > 0;
  return (
    <Section
      title="Recent payments"
      ruled={!hasSome}
      end={
        hasSome && (
          <TextLink size="small" to="/payment-history">
            View History
          </TextLink>
        )
      }
    >
      {payments ? (
        <Payments payments={payments} />
      ) : failed ? (
        <ErrorState onRetry={onRetry} busy={busy}>
          Failed to load transactions. Please try again later.
        </ErrorState>
      ) : (
        <SkeletonLedger rows={limits.recentPayments} />
      )}
    </Section>
  );
}

/** A payment of which part is missing, with the way to pay it. */
function ShortPayment({ payment, short }: { payment: ListedPayment; short: Short }) {
  return (
    <Alert tone="waiting" title={`${payment.description}: ${shortSentence(payment.amount, short)}`}>
      <TopUpButton paymentId={payment.id} short={short} size="small" />
    </Alert>
  );
}

function Payments({ payments }: { payments: readonly ListedPayment[] }) {
  if (payments.length === 0) {
    return <Empty action={<ButtonLink to="/payment">Send payment</ButtonLink>}>You have not paid anything yet.</Empty>;
  }
  return (
    <>
      {payments.map((payment) => payment.short && <ShortPayment key={payment.id} payment={payment} short={payment.short} />)}
      <DataTable
        caption="Recent payments"
        columns={paymentColumns}
        rows={payments}
        rowKey={({ id }) => id}
        rowName={paymentName}
        open={openPayment("/dashboard")}
      />
    </>
  );
}
