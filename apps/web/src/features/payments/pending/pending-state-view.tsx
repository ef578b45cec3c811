import type { ReactNode } from "react";
import { limits } from "@hearth/domain/limits";
import { trpc } from "../../../lib/trpc.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Actions } from "../../../ui/button.tsx";
import { Countdown } from "../../../ui/countdown.tsx";
import { Confirmations } from "../../../ui/meter.tsx";
import { Card } from "../../../ui/page.tsx";
import { Status } from "../../../kit/status/status.tsx";
import { Text, Title } from "../../../ui/typography.tsx";
import { centsOf } from "../../../kit/cents.ts";
import { arrivedSentence } from "../arrived-sentence.ts";
import { Claims } from "../claims/claims.tsx";
import { OddMoney } from "../odd-money.tsx";
import type { PaymentDetail } from "../use-live-payment.ts";
import {
  ArrivedActions,
  CancelledActions,
  CompletedActions,
  FailedActions,
  SendingActions,
  ShortActions,
  TimeoutActions,
  WaitingActions,
} from "./pending-actions.tsx";
import type { PendingState } from "./pending-state.ts";
import { TextLink } from "../../../kit/links.tsx";
import { Alert } from "../../../ui/alert.tsx";
import styles from "./pending.module.css";

interface PendingStateViewProps {
  state: PendingState;
  payment: PaymentDetail;
  until: Date;
  checkoutBlocked: boolean;
}

const titles: Record<PendingState, string> = {
  waiting: "Waiting for your payment",
  sending: "Sending your payment",
  sent: "Your payment has been sent",
  arrived: "Money for this payment has arrived",
  short: "Part of this payment has arrived",
  onChain: "Your transfer has been seen",
  completed: "Payment completed",
  timeout: "This checkout has timed out",
  failed: "This payment has failed",
  cancelled: "This payment is cancelled",
};

/** States in which no money was seen, so that the payer may claim to have paid. */
const isUnseen: Record<PendingState, boolean> = {
  waiting: true,
  sending: false,
  sent: false,
  arrived: false,
  short: false,
  onChain: false,
  completed: false,
  timeout: true,
  failed: true,
  cancelled: true,
};

/** Shows the payment's state, amount and actions. */
export function PendingStateView({ state, payment, until, checkoutBlocked }: PendingStateViewProps) {
  return (
    <Card as="section" label="Payment" className={styles.sheet}>
      <header className={styles.head}>
        <div aria-live="polite">
          <Title size="small">{titles[state]}</Title>
        </div>
        {state === "waiting" ? (
          <Countdown until={until} />
        ) : (
          // A new element for each status, because its width changes
          <Status key={payment.displayStatus} kind="payment" value={payment.displayStatus} odd={payment.short ? "short" : undefined} />
        )}
      </header>
      <div>
        <Amount cents={centsOf(payment.amount)} size={60} unit="USDC" />
        <Text muted>to {payment.merchant}</Text>
      </div>
      <Text>{sentenceOf(state, payment)}</Text>
      <div className={styles.notes}>
        <OddMoney payment={payment} />
        {state === "waiting" && <UnrecognisedNote checkoutURL={payment.checkoutURL} />}
      </div>
      <StateActions state={state} payment={payment} checkoutBlocked={checkoutBlocked} />
      {isUnseen[state] && <Claims payment={payment} />}
    </Card>
  );
}

function sentenceOf(state: PendingState, payment: PaymentDetail): string {
  switch (state) {
    case "waiting":
      return "Finish paying in the checkout window. This page updates automatically. You can close it.";
    case "sending":
      return "You have signed it, and it goes to the network as soon as its turn comes. Nothing has moved yet.";
    case "sent":
      return `There is nothing left to do. ${payment.blockchainNetwork} has it, and this page updates automatically.`;
    case "arrived":
      return arrivedSentence(payment.merchant);
    case "short":
      return "Pay the rest in a checkout of its own. This page updates automatically.";
    case "onChain":
      return "There is nothing left to do. The payment completes as soon as the network has confirmed it.";
    case "completed":
      return "The money has arrived. Your receipt opens in a moment.";
    case "timeout":
      return "Its 10 minutes are over. If you have sent the money it still counts: check again. If not, start over.";
    case "failed":
      return payment.notes ?? "No money has been taken. You can try again.";
    case "cancelled":
      return "Nothing was taken. If money for it still arrives, it counts and completes the payment.";
  }
}

function StateActions({ state, payment, checkoutBlocked }: Omit<PendingStateViewProps, "until">): ReactNode {
  switch (state) {
    case "waiting":
      return <WaitingActions payment={payment} checkoutBlocked={checkoutBlocked} />;
    case "completed":
      return <CompletedActions payment={payment} />;
    case "timeout":
      return <TimeoutActions paymentId={payment.id} />;
    case "failed":
      return <FailedActions paymentId={payment.id} />;
    case "cancelled":
      return <CancelledActions payment={payment} />;
    case "arrived":
      return <ArrivedActions paymentId={payment.id} />;
    case "short":
      return <ShortActions payment={payment} />;
    case "sending":
      return <SendingActions payment={payment} />;
    case "onChain":
      return payment.transfer && <Confirmations count={payment.transfer.confirmations} needed={payment.transfer.needed} />;
    case "sent":
      return <Actions>{null}</Actions>;
  }
}

/** Says that money of this amount came from an unlinked wallet, which may be the payer's own. */
function UnrecognisedNote({ checkoutURL }: { checkoutURL: string | null }) {
  if (useUnrecognised(checkoutURL) === 0) return null;
  return (
    <Alert tone="waiting" title="A transfer of this amount arrived from a wallet that is not linked to your account">
      If it is yours, <TextLink to="/smart-wallet-setup">link that wallet</TextLink> and it will be matched.
    </Alert>
  );
}

/** Number of transfers of exactly this amount from unlinked wallets while the payment is pending. */
function useUnrecognised(checkoutURL: string | null): number {
  const reference = checkoutURL?.split("/").at(-1) ?? "";
  const checkout = trpc.payments.checkout.useQuery(
    { reference },
    { enabled: checkoutURL !== null, refetchInterval: limits.statusPollSeconds * 2_000 },
  );
  return checkout.data?.unrecognised ?? 0;
}
