import { disputeWindowEnd, refusalToChange, refusalToFile, refusalToReopen } from "@hearth/domain/disputes/rules";
import type { DisputeOutcome } from "@hearth/domain/disputes/status";
import { limits } from "@hearth/domain/limits";
import type { PaymentStatus } from "@hearth/domain/payments/status";
import { RotateCcw, Scale } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { Text } from "../../ui/typography.tsx";
import { centsOf } from "../../kit/cents.ts";
import { CancelDialog } from "./cancel-dialog.tsx";
import { DisputeDialog } from "./dispute-dialog.tsx";
import styles from "./disputes.module.css";
import { type Dispute, type DisputedPayment, useDisputes } from "./use-disputes.ts";

interface DisputableView extends DisputedPayment {
  status: PaymentStatus;
  createdAt: string;
  amount: number;
  disputable: number;
  /** The server's time of the response that holds the payment. */
  serverTime: string;
}

/** Offers the payer's action on a wrong payment: file, cancel or reopen a dispute, or the reason why none is possible. */
export function DisputeOffer({ payment }: { payment: DisputableView }) {
  const { data } = useDisputes(payment);
  const [asking, setAsking] = useState<"file" | "cancel" | "reopen" | null>(null);
  if (payment.status !== "completed") return null;
  if (payment.disputeStatus !== null && !data) return null;
  const [dispute = null] = data ?? [];
  const offer = offerFor(payment, dispute, data ?? []);
  return (
    <>
      <div className={styles.offer}>
        {offer.title && <Text strong>{offer.title}</Text>}
        <Text size="note" muted>
          {offer.note}
        </Text>
      </div>
      {offer.action === "file" && (
        <Button icon={Scale} onClick={() => setAsking("file")}>
          File dispute
        </Button>
      )}
      {offer.action === "cancel" && (
        <Button variant="danger" onClick={() => setAsking("cancel")}>
          Cancel dispute
        </Button>
      )}
      {offer.action === "reopen" && (
        <Button icon={RotateCcw} onClick={() => setAsking("reopen")}>
          Reopen dispute
        </Button>
      )}
      <DisputeDialog
        open={asking === "file" || asking === "reopen"}
        onClose={() => setAsking(null)}
        payment={payment}
        reopening={asking === "reopen" ? dispute : null}
      />
      {dispute && (
        <CancelDialog
          open={asking === "cancel"}
          onClose={() => setAsking(null)}
          disputeId={dispute._id}
          afterwards={reopeningSentence(payment)}
        />
      )}
    </>
  );
}

interface Offer {
  action: "file" | "cancel" | "reopen" | null;
  title?: string;
  note: string;
}

function offerFor(payment: DisputableView, dispute: Dispute | null, all: Dispute[]): Offer {
  const now = new Date(payment.serverTime);
  const paid = { status: payment.status, createdAt: new Date(payment.createdAt), disputableCents: centsOf(payment.disputable) };
  const until = formatMoment(disputeWindowEnd(paid.createdAt));
  if (dispute === null) {
    const refusal = refusalToFile(paid, all.map(outcomeOf), now);
    if (refusal) return { action: null, note: refusal.message };
    const note = `You can file a dispute until ${until}, ${limits.disputeWindowDays} days after the payment.`;
    return { action: "file", title: "Is something wrong with this payment?", note };
  }
  if (refusalToChange(dispute) === null) {
    return { action: "cancel", note: "The dispute is open. An administrator decides it; you can cancel it until then." };
  }
  const refusal = refusalToReopen(paid, outcomeOf(dispute), now);
  if (refusal === null) return { action: "reopen", note: `You cancelled this dispute. You can reopen it until ${until}.` };
  return { action: null, note: refusalToFile(paid, all.map(outcomeOf), now)?.message ?? refusal.message };
}

function reopeningSentence(payment: DisputableView): string {
  const end = disputeWindowEnd(new Date(payment.createdAt));
  if (end < new Date(payment.serverTime)) return "It cannot be reopened, because the 90 days after the payment are over.";
  return `You can reopen it until ${formatMoment(end)}.`;
}

function outcomeOf({ status, resolution }: Dispute): DisputeOutcome {
  return { status, result: resolution?.result ?? null, resultReason: resolution?.resultReason ?? null };
}
