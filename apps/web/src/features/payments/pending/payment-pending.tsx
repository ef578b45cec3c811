import { useSecondsLeft } from "../../../ui/countdown.tsx";
import { Page } from "../../../ui/page.tsx";
import { LivePayment } from "../live-payment.tsx";
import type { PaymentDetail } from "../use-live-payment.ts";
import { PendingDetails } from "./pending-details.tsx";
import { pendingState } from "./pending-state.ts";
import { PendingStateView } from "./pending-state-view.tsx";
import { TimeZoneContext } from "../../../ui/time-zone.ts";

/** Shows a payment under way to its payer: state, time left and actions. Needs only the payment's id. */
export function PaymentPending({ paymentId, checkoutBlocked }: { paymentId: string; checkoutBlocked: boolean }) {
  return (
    <Page narrow>
      <LivePayment paymentId={paymentId} title="Payment">
        {(payment, until) => <Followed payment={payment} until={until} checkoutBlocked={checkoutBlocked} />}
      </LivePayment>
    </Page>
  );
}

function Followed({ payment, until, checkoutBlocked }: { payment: PaymentDetail; until: Date; checkoutBlocked: boolean }) {
  const state = pendingState(payment, useSecondsLeft(until));
  return (
    <TimeZoneContext value={payment.timeZone}>
      <PendingStateView state={state} payment={payment} until={until} checkoutBlocked={checkoutBlocked} />
      <PendingDetails payment={payment} />
    </TimeZoneContext>
  );
}
