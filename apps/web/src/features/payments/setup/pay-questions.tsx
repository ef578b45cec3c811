import { formatUsd } from "@hearth/domain/money";
import { useRef, useState } from "react";
import { centsOf } from "../../../kit/cents.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Text } from "../../../ui/typography.tsx";
import { MerchantTrustSignals, useNeedsAcknowledgement } from "../../enrollment/merchant-trust-signals.tsx";
import { nextWords, type OwnLease } from "./pay-choices.ts";
import type { Payee } from "./use-payee.ts";

type Question = "merchant" | "ahead";

interface QuestionsOf {
  payee: Pick<Payee, "merchantId" | "name">;
  /** The lease that is paid, if any. */
  lease?: OwnLease | undefined;
  /** Called within the click that agrees to pay although nothing is due. */
  onAgreed?: (() => void) | undefined;
}

/**
 * Asks, when Pay is pressed, for what is missing: that the payer knows a merchant that Hearth has not reviewed, and that they mean to pay
 * although nothing is due.
 */
export function usePayQuestions({ payee, lease, onAgreed }: QuestionsOf) {
  const mustAcknowledge = useNeedsAcknowledgement(payee.merchantId);
  const [asked, setAsked] = useState<Question | null>(null);
  const hasAgreed = useRef(false);
  const question = (): Question | null => {
    if (mustAcknowledge) return "merchant";
    return lease?.owed === 0 && !hasAgreed.current ? "ahead" : null;
  };
  const close = () => setAsked(null);
  const agree = () => {
    close();
    hasAgreed.current = true;
    onAgreed?.();
  };
  return {
    /** Says if a question is open, so that no window is opened for the payment. */
    isOpen: () => question() !== null,
    /** Asks the next open question. Returns false if there is none. */
    ask: (): boolean => {
      const next = question();
      setAsked(next);
      return next !== null;
    },
    dialogs: (
      <>
        <Dialog small open={asked === "merchant" && mustAcknowledge} onClose={close} title={`Do you know ${payee.name}?`}>
          <MerchantTrustSignals merchantId={payee.merchantId} name={payee.name} />
        </Dialog>
        {lease && (
          <Dialog
            small
            open={asked === "ahead"}
            onClose={close}
            title="Nothing is due"
            foot={
              <>
                <Button variant="quiet" onClick={close}>
                  Do not pay
                </Button>
                <Button variant="primary" onClick={agree}>
                  Pay ahead
                </Button>
              </>
            }
          >
            <Text>
              You owe nothing for {lease.property} {lease.unit}.
              {lease.credit > 0 && ` You already have a credit of ${formatUsd(centsOf(lease.credit))}.`} What you pay now stays as a credit
              for later bills. {nextWords(lease)}
            </Text>
          </Dialog>
        )}
      </>
    ),
  };
}
