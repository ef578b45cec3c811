import { ButtonLink } from "../../../kit/links.tsx";
import { BackButton } from "../../../kit/back-button.tsx";
import { Actions, Button } from "../../../ui/button.tsx";
import { ArrivedActions, CancelledActions, CompletedActions, ShortActions } from "../pending/pending-actions.tsx";
import { BlockedOnramp } from "./blocked-onramp.tsx";
import type { PaymentDetail } from "../use-live-payment.ts";
import type { useRecheck } from "../recheck.tsx";
import type { FundingStage } from "./funding-stage.ts";
import type { useOnrampWindow } from "./use-onramp-window.ts";

/** Props of the funding screen's parts: stage, payment and actions. */
export interface FundingStageProps {
  stage: FundingStage;
  payment: PaymentDetail;
  onramp: ReturnType<typeof useOnrampWindow>;
  recheck: ReturnType<typeof useRecheck>;
}

export function FundingActions({ stage, payment, onramp, recheck }: FundingStageProps) {
  switch (stage) {
    case "ready":
    case "open":
    case "unpaid":
      return <WindowActions stage={stage} onramp={onramp} recheck={recheck} />;
    case "over":
      return (
        <Actions>
          <Button variant="primary" busy={recheck.busy} onClick={recheck.check}>
            Check Status Again
          </Button>
          <ButtonLink to="/fund-wallet" search={{ goal: "merchant", amount: payment.amount, description: payment.description }} replace>
            Start Over
          </ButtonLink>
        </Actions>
      );
    case "signed":
      return (
        <Actions>
          <ButtonLink to="/payment-pending" search={{ payment: payment.id }} variant="primary">
            Follow the payment
          </ButtonLink>
        </Actions>
      );
    case "bought":
      return (
        <Actions>
          <ButtonLink to="/dashboard">Go to Dashboard</ButtonLink>
        </Actions>
      );
    case "arrived":
      return <ArrivedActions paymentId={payment.id} />;
    case "completed":
      return <CompletedActions payment={payment} />;
    case "short":
      return <ShortActions payment={payment} />;
    case "cancelled":
      return <CancelledActions payment={payment} />;
    case "onChain":
      return null;
  }
}

type WindowActionsProps = Pick<FundingStageProps, "onramp" | "recheck"> & { stage: "ready" | "open" | "unpaid" };

function WindowActions({ stage, onramp, recheck }: WindowActionsProps) {
  const { state, blockedUrl, open, followed } = onramp;
  const isBusy = state === "opening";
  return (
    <>
      {state === "blocked" && blockedUrl !== null && <BlockedOnramp onrampUrl={blockedUrl} onFollowed={followed} />}
      <Actions>
        {state === "open" && (
          <Button variant="primary" onClick={onramp.focus}>
            Show the window
          </Button>
        )}
        {(state === "ready" || state === "closed" || isBusy) && (
          <Button variant="primary" busy={isBusy} onClick={open}>
            {stage === "unpaid" ? "Reopen window" : "Continue to Coinbase"}
          </Button>
        )}
        {stage === "unpaid" && (
          <Button busy={recheck.busy} onClick={recheck.check}>
            Check Status Again
          </Button>
        )}
        <BackButton onLeave={onramp.close}>Cancel</BackButton>
      </Actions>
    </>
  );
}
