import { formatUsd } from "@hearth/domain/money";
import { useRef, useState } from "react";
import { centsOf } from "../../../kit/cents.ts";
import { Button } from "../../../ui/button.tsx";
import { trpc } from "../../../lib/trpc.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Text } from "../../../ui/typography.tsx";
import { MerchantTrustSignals, useNeedsAcknowledgement } from "../../enrollment/merchant-trust-signals.tsx";
import type { ListedPayment } from "../payment-columns.tsx";
import { nextWords, type OwnLease } from "./pay-choices.ts";
import type { Payee } from "./use-payee.ts";

type Question = "merchant" | "ahead" | "again";

/** Days within which the same amount to the same merchant may be a payment made twice. Less than the time between two rents. */
const againDays = 20;

interface QuestionsOf {
  payee: Pick<Payee, "merchantId" | "name">;
  /** The lease that is paid, if any. */
  lease?: OwnLease | undefined;
  /** Returns the typed amount, or null while it is invalid. Without it a repeated payment is not asked about. */
  centsNow?: () => number | null;
  /** Called within the click that agrees to pay although nothing is due, or a second time. */
  onAgreed?: (() => void) | undefined;
}

/**
 * Asks, when Pay is pressed, for what is missing: that the payer knows a merchant that Hearth has not reviewed, and that they mean to pay
 * although nothing is due. Without a lease it asks before an amount is paid again that was paid some days ago.
 */
export function usePayQuestions({ payee, lease, centsNow, onAgreed }: QuestionsOf) {
  const paidBefore = useRecentPayments(payee.merchantId, lease === undefined && centsNow !== undefined);
  const mustAcknowledge = useNeedsAcknowledgement(payee.merchantId);
  const [asked, setAsked] = useState<Question | null>(null);
  const [same, setSame] = useState<ListedPayment | undefined>();
  const hasAgreed = useRef(false);
  const findSame = () => paidBefore.find(({ amount }) => centsOf(amount) === centsNow?.());
  const question = (): Question | null => {
    if (mustAcknowledge) return "merchant";
    if (hasAgreed.current) return null;
    if (lease) return lease.owed === 0 ? "ahead" : null;
    return findSame() ? "again" : null;
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
      setSame(next === "again" ? findSame() : undefined);
      return next !== null;
    },
    dialogs: (
      <>
        <Dialog small open={asked === "merchant" && mustAcknowledge} onClose={close} title={`Do you know ${payee.name}?`}>
          <MerchantTrustSignals merchantId={payee.merchantId} name={payee.name} />
        </Dialog>
        <Again open={asked === "again"} paid={same} merchant={payee.name} {...{ close, agree }} />
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

/** Returns the completed payments to a merchant within the last days. Empty until they are loaded. */
function useRecentPayments(merchantId: string, enabled: boolean) {
  const { data } = trpc.payments.list.useQuery({ status: "completed", limit: 20 }, { enabled });
  const since = Date.now() - againDays * 86_400_000;
  return (data?.items ?? []).filter((payment) => payment.merchantId === merchantId && Date.parse(payment.createdAt) > since);
}

interface AgainProps {
  open: boolean;
  paid: ListedPayment | undefined;
  merchant: string;
  close: () => void;
  agree: () => void;
}

/** Asks whether the same amount should be paid a second time. */
function Again({ open, paid, merchant, close, agree }: AgainProps) {
  return (
    <Dialog
      small
      open={open}
      onClose={close}
      title="Pay the same again?"
      foot={
        <>
          <Button variant="quiet" onClick={close}>
            Do not pay
          </Button>
          <Button variant="primary" onClick={agree}>
            Pay again
          </Button>
        </>
      }
    >
      {paid && (
        <Text>
          You paid {formatUsd(centsOf(paid.amount))} to {merchant} on <Time at={paid.createdAt} />: {paid.description}.
        </Text>
      )}
    </Dialog>
  );
}
