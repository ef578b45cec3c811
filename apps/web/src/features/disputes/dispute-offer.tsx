import { type DisputablePayment, disputeOffer, disputeWindowEnd, refusalToReopen } from "@hearth/domain/disputes/rules";
import { cancelledByUser, type DisputeOutcome } from "@hearth/domain/disputes/status";
import { limits } from "@hearth/domain/limits";
import type { PaymentStatus } from "@hearth/domain/payments/status";
import { RotateCcw, Scale } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { formatMoment } from "@hearth/domain/moment";
import { Text } from "../../ui/typography.tsx";
import { centsOf } from "../../kit/cents.ts";
import { CancelDialog } from "./cancel-dialog.tsx";
import { DisputeDialog } from "./dispute-dialog.tsx";
import styles from "./disputes.module.css";
import { type Dispute, type DisputedPayment, useDisputes } from "./use-disputes.ts";

interface DisputableView extends DisputedPayment {
  status: PaymentStatus;
  createdAt: string;
  timeZone: string;
  amount: number;
  disputable: number;
  businessClosed: boolean;
  /** The server's time of the response that holds the payment. */
  serverTime: string;
}

/** A payer's action on a dispute that needs a form or a question. */
export type DisputeAction = "file" | "cancel" | "reopen";

/** Offers the payer's action on a wrong payment: file, cancel or reopen a dispute, or the reason why none is possible. */
export function DisputeOffer({ payment, onAct }: { payment: DisputableView; onAct: (action: DisputeAction) => void }) {
  const { data } = useDisputes(payment);
  if (payment.status !== "completed") return null;
  if (payment.disputeStatus !== null && !data) return null;
  const offer = offerFor(payment, data ?? []);
  return (
    <>
      <div className={styles.offer}>
        {offer.title && <Text strong>{offer.title}</Text>}
        <Text size="note" muted>
          {offer.note}
        </Text>
      </div>
      {offer.action === "file" && (
        <Button icon={Scale} onClick={() => onAct("file")}>
          File dispute
        </Button>
      )}
      {offer.action === "cancel" && (
        <Button variant="danger" onClick={() => onAct("cancel")}>
          Cancel dispute
        </Button>
      )}
      {offer.action === "reopen" && (
        <Button icon={RotateCcw} onClick={() => onAct("reopen")}>
          Reopen dispute
        </Button>
      )}
    </>
  );
}

interface DisputeQuestionProps {
  payment: DisputableView;
  /** The action that was chosen. Null closes the question. */
  asking: DisputeAction | null;
  onClose: () => void;
}

/** The form or the question of a chosen action. Takes the place of the payment's dialog, so that only one is open. */
export function DisputeQuestion({ payment, asking, onClose }: DisputeQuestionProps) {
  const { data } = useDisputes(payment);
  const [dispute] = data ?? [];
  return (
    <>
      <DisputeDialog
        open={asking === "file" || asking === "reopen"}
        onClose={onClose}
        payment={payment}
        reopening={(asking === "reopen" && dispute) || null}
      />
      {dispute && (
        <CancelDialog open={asking === "cancel"} onClose={onClose} disputeId={dispute._id} afterwards={reopeningSentence(payment)} />
      )}
    </>
  );
}

interface Offer {
  action: DisputeAction | null;
  title?: string;
  note: string;
}

function offerFor(payment: DisputableView, disputes: Dispute[]): Offer {
  const { action, refusal } = disputeOffer(disputable(payment), disputes.map(outcomeOf), new Date(payment.serverTime));
  const until = formatMoment(disputeWindowEnd(new Date(payment.createdAt)), "day", payment.timeZone);
  switch (action) {
    case null:
      return { action, note: refusal.message };
    case "file": {
      const note = `You can file a dispute until ${until}, ${limits.disputeWindowDays} days after the payment.`;
      return { action, title: "Is something wrong with this payment?", note };
    }
    case "cancel":
      return { action, note: "The dispute is open. An administrator decides it; you can cancel it until then." };
    case "reopen":
      return { action, note: `You cancelled this dispute. You can reopen it until ${until}.` };
  }
}

function disputable({ status, createdAt, disputable: dollars, businessClosed }: DisputableView): DisputablePayment {
  return { status, createdAt: new Date(createdAt), disputableCents: centsOf(dollars), isBusinessClosed: businessClosed };
}

/** Returns a sentence that says whether a dispute that is cancelled now can be reopened. */
function reopeningSentence(payment: DisputableView): string {
  const cancelled = { status: "closed", result: "denied", resultReason: cancelledByUser } as const;
  const refusal = refusalToReopen(disputable(payment), cancelled, new Date(payment.serverTime));
  if (refusal !== null) return `It cannot be reopened. ${refusal.message}`;
  return `You can reopen it until ${formatMoment(disputeWindowEnd(new Date(payment.createdAt)), "day", payment.timeZone)}.`;
}

function outcomeOf({ status, resolution }: Dispute): DisputeOutcome {
  return { status, result: resolution?.result ?? null, resultReason: resolution?.resultReason ?? null };
}
