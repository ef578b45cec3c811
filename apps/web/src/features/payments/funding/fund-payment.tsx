import { useNavigate } from "@tanstack/react-router";
import { errorCode, errorMessage } from "../../../lib/api-error.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useSecondsLeft } from "../../../ui/countdown.tsx";
import { Page } from "../../../ui/page.tsx";
import { LivePayment } from "../live-payment.tsx";
import { PendingDetails } from "../pending/pending-details.tsx";
import type { PaymentDetail } from "../use-live-payment.ts";
import { useRecheck } from "../recheck.tsx";
import { fundingStage } from "./funding-stage.ts";
import { FundingStageView } from "./funding-stage-view.tsx";
import { useOnrampWindow } from "./use-onramp-window.ts";

/** Buys USDC for a payment, sent straight to the merchant. Needs only the payment's id, so that a reload loses nothing. */
export function FundPayment({ paymentId }: { paymentId: string }) {
  return (
    <Page narrow>
      <LivePayment paymentId={paymentId} title="Fund wallet">
        {(payment, until) => <Funding payment={payment} until={until} />}
      </LivePayment>
    </Page>
  );
}

function Funding({ payment, until }: { payment: PaymentDetail; until: Date }) {
  const { id: paymentId } = payment;
  const recheck = useRecheck(paymentId);
  const quietly = useRecheck(paymentId);
  const buy = trpc.payments.buy.useMutation();
  const onFailure = useFundingFailure(payment);
  const onramp = useOnrampWindow({ subject: paymentId, start: () => buy.mutateAsync({ paymentId }), onFailure, onReturn: quietly.check });
  const stage = fundingStage(payment, { secondsLeft: useSecondsLeft(until), window: onramp.state });
  return (
    <>
      <FundingStageView stage={stage} payment={payment} until={until} onramp={onramp} recheck={recheck} />
      <PendingDetails payment={payment} />
    </>
  );
}

/** Handles a failure to open the onramp. If the payment has ended the page shows that, otherwise the error page opens. */
function useFundingFailure({ id: paymentId, amount, merchant, walletAddress }: PaymentDetail) {
  const navigate = useNavigate();
  return (error: unknown) => {
    const code = errorCode(error);
    if (code === "CHECKOUT_ENDED" || code === "NOT_FOUND") return; // The page shows its end
    const detail = errorMessage(error, "");
    const paymentFailure = {
      error: "Failed to load payment processor",
      ...(detail !== "" && { detail }),
      payment: { id: paymentId, merchant },
      amount,
      walletAddress,
      tryAgain: `/fund-wallet?${new URLSearchParams({ payment: paymentId })}`,
      opensOnramp: true,
    };
    void navigate({ to: "/payment-error", replace: true, state: { paymentFailure } });
  };
}
