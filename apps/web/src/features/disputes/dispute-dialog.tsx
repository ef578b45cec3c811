import { disputableCents } from "@hearth/domain/disputes/rules";
import { centsToDecimal, formatUsd } from "@hearth/domain/money";
import { useState } from "react";
import { MoneyField } from "../../kit/form/amount-field.tsx";
import { FormDialog } from "../../kit/form/form-dialog.tsx";
import { useAppForm } from "../../kit/form/form.tsx";
import { toast } from "../../ui/toast-manager.ts";
import { centsOf } from "../../kit/cents.ts";
import { disputeForm } from "./dispute-form-schema.ts";
import { DocumentsField } from "./documents-field.tsx";
import type { Dispute } from "./use-disputes.ts";
import { useSendDispute } from "./use-send-dispute.ts";

interface DisputeDialogProps {
  open: boolean;
  onClose: () => void;
  payment: { id: string; amount: number; disputable: number };
  /** The cancelled dispute to reopen, or null to file a new one. */
  reopening: Dispute | null;
}

/** Files a dispute about a payment, or reopens a cancelled one with the new text. */
export function DisputeDialog(props: DisputeDialogProps) {
  const { payment, reopening } = props;
  // A new key resets the form for another payment or dispute, and each time it opens.
  return <DisputeForm key={`${payment.id} ${reopening?._id ?? "new"} ${props.open}`} {...props} />;
}

function DisputeForm({ open, onClose, payment, reopening }: DisputeDialogProps) {
  const [chosen, setChosen] = useState<{ files: File[]; problem: string | null }>({ files: [], problem: null });
  const { send, progress, isReopened } = useSendDispute({ paymentId: payment.id, reopening: reopening?._id ?? null });
  const amounts = { amountCents: centsOf(payment.amount), leftCents: centsOf(payment.disputable) };
  const form = useAppForm({
    defaultValues: {
      reason: reopening?.reason ?? "",
      amount: centsToDecimal(reopening ? Math.min(centsOf(reopening.amount), amounts.leftCents) : disputableCents(amounts)),
      description: reopening?.description ?? "",
    },
    about: reopening?._id ?? payment.id,
    schema: disputeForm(amounts),
    onSubmit: async ({ reason, amount: amountCents, description }) => {
      const outcome = await send({ reason, amountCents, description, files: chosen.files });
      if (!outcome.ok) return outcome.message;
      toast.success(reopening ? "Dispute reopened successfully!" : "Dispute submitted successfully!");
      onClose();
    },
  });
  const cancel = () => {
    form.discard();
    onClose();
  };
  const texts = reopening
    ? { title: "Reopen the dispute", action: isReopened ? "Save changes" : "Reopen dispute" }
    : { title: "File a dispute", action: "File dispute" };

  return (
    <FormDialog form={form} open={open} title={texts.title} action={texts.action} onLeave={cancel} onClose={onClose}>
      <form.AppField name="reason">{(field) => <field.TextField label="Reason" autoComplete="off" />}</form.AppField>
      <form.AppField name="amount">
        {() => (
          <MoneyField
            label="Amount"
            hint={`At most ${formatUsd(amounts.leftCents)}, ${amounts.leftCents < amounts.amountCents ? "what has not been refunded to you" : "what you paid"}`}
          />
        )}
      </form.AppField>
      <form.AppField name="description">
        {(field) => <field.TextareaField label="What happened" optional rows={3} autoComplete="off" />}
      </form.AppField>
      <form.Subscribe selector={({ isSubmitting }) => isSubmitting}>
        {(busy) => (
          <DocumentsField
            chosen={chosen}
            onChange={setChosen}
            alreadyStored={reopening?.documents.length ?? 0}
            progress={progress}
            busy={busy}
          />
        )}
      </form.Subscribe>
    </FormDialog>
  );
}
