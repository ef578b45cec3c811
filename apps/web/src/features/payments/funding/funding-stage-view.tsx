import { formatUsd } from "@hearth/domain/money";
import { Amount } from "../../../ui/amount.tsx";
import { Countdown } from "../../../ui/countdown.tsx";
import { Listening } from "../../../ui/listening.tsx";
import { Confirmations } from "../../../ui/meter.tsx";
import { Card } from "../../../ui/page.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { Status } from "../../../kit/status/status.tsx";
import { Text, Title } from "../../../ui/typography.tsx";
import { centsOf } from "../../../kit/cents.ts";
import { arrivedSentence } from "../arrived-sentence.ts";
import { OddMoney } from "../odd-money.tsx";
import { RecheckOutcome } from "../recheck.tsx";
import type { PaymentDetail } from "../use-live-payment.ts";
import { FundingActions, type FundingStageProps } from "./funding-actions.tsx";
import type { FundingStage } from "./funding-stage.ts";
import styles from "./funding.module.css";
import { PurchaseNote } from "./purchase-note.tsx";

const titles: Record<FundingStage, string> = {
  ready: "Buy USDC for this payment",
  open: "Buy in the Coinbase window",
  unpaid: "No money has arrived yet",
  bought: "Your purchase is on its way",
  signed: "You have signed this payment already",
  arrived: "Money for this payment has arrived",
  short: "Part of this payment has arrived",
  onChain: "Your money has been seen",
  completed: "Payment completed",
  over: "This payment has timed out",
  cancelled: "This payment is cancelled",
};

/** Shows the purchase's stage, amount and actions. */
export function FundingStageView({ until, ...props }: FundingStageProps & { until: Date }) {
  const { stage, payment, onramp, recheck } = props;
  const isOpen = stage === "ready" || stage === "open" || stage === "unpaid";
  const isWatching = stage === "open" || stage === "unpaid" || stage === "bought";
  return (
    <Card as="section" label="Fund wallet">
      <Stack wide>
        <header className={styles.head}>
          <div aria-live="polite">
            <Title size="small">{titles[stage]}</Title>
          </div>
          {isOpen ? <Countdown until={until} /> : <Status kind="payment" value={payment.displayStatus} />}
        </header>
        <div>
          <Amount cents={centsOf(payment.amount)} size={60} unit="USDC" />
          <Text muted>to {payment.merchant}</Text>
        </div>
        {stage === "onChain" && payment.transfer && (
          <Confirmations count={payment.transfer.confirmations} needed={payment.transfer.needed} />
        )}
        <Text>{sentenceOf(stage, payment)}</Text>
        <OddMoney payment={payment} />
        {isWatching && (
          <PurchaseNote purchase={payment.purchase} isWindowClosed={onramp.state === "closed"} networkLabel={payment.blockchainNetwork} />
        )}
        <FundingActions {...props} />
        {isWatching && <Listening>Watching {payment.blockchainNetwork} for your purchase</Listening>}
        {(stage === "unpaid" || stage === "over") && <RecheckOutcome recheck={recheck} />}
      </Stack>
    </Card>
  );
}

function sentenceOf(stage: FundingStage, { amount, merchant, blockchainNetwork, notes }: PaymentDetail): string {
  const usdc = `${formatUsd(centsOf(amount)).slice(1)} USDC`;
  switch (stage) {
    case "ready":
      return `Coinbase sells you exactly ${usdc} with a card or from your bank, and sends it to ${merchant} on ${blockchainNetwork}. Its fees come on top.`;
    case "open":
      return "This page updates automatically. You can close the window; what you have paid is not lost.";
    case "unpaid":
      return "This page keeps watching. If you have not paid, you can open the window again.";
    case "short":
      return "Pay the rest in a checkout of its own, also with a card or from your bank.";
    case "bought":
      return `As soon as ${blockchainNetwork} shows the money, the payment completes automatically. You can leave this page.`;
    case "signed":
      return "It was signed in the checkout and is on its way. Please buy no USDC for it as well.";
    case "arrived":
      return arrivedSentence(merchant);
    case "onChain":
      return "There is nothing left to do. The payment completes as soon as the network has confirmed it.";
    case "completed":
      return "The money has arrived. Your receipt opens in a moment.";
    case "over":
      return notes ?? "Its 10 minutes are over. What you have bought still counts: check again. If you have bought nothing, start over.";
    case "cancelled":
      return "Nothing was taken. If money for it still arrives, it counts and completes the payment.";
  }
}
