import { rulingForm } from "@hearth/domain/merchants/transfers";
import { useState } from "react";
import { errorMessage } from "../../../lib/api-error.ts";
import { useAppForm } from "../../../lib/form.tsx";
import { useIntention } from "../../../lib/intention.ts";
import { trpc, trpcClient } from "../../../lib/trpc.ts";
import { useFirstErrorFocus } from "../../../lib/use-first-error-focus.ts";
import { FieldError, Form } from "../../../ui/field.tsx";
import { Note } from "../../../ui/note.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { notRent, PaymentChoice } from "./payment-choice.tsx";
import type { OddTransfer } from "./use-odd-transfers.ts";

interface RulingFormProps {
  transfer: OddTransfer;
  timeZone: string | undefined;
  onDone: () => void;
}

/** What the merchant says a transfer is for: a payment of its amount, or not rent; with the reason, which is kept. */
export function RulingForm({ transfer, timeZone, onDone }: RulingFormProps) {
  const [choice, setChoice] = useState<string | null>(transfer.suggestion?.isLikely ? transfer.suggestion._id : null);
  const [isMissing, setMissing] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { ref, onSubmitInvalid } = useFirstErrorFocus();
  const rule = useRuling(transfer._id);
  const form = useAppForm({
    defaultValues: { reason: "" },
    canSubmitWhenInvalid: true,
    validators: { onSubmit: rulingForm },
    onSubmitInvalid: () => {
      setMissing(choice === null);
      onSubmitInvalid();
    },
    onSubmit: async ({ value }) => {
      setFailure(null);
      setMissing(choice === null);
      if (choice === null) return;
      const outcome = await rule(choice, value.reason);
      if (outcome === null) onDone();
      else setFailure(outcome);
    },
  });

  return (
    <Form
      ref={ref}
      aria-label="What this transfer is for"
      onSubmit={(event) => {
        event.preventDefault();
        void form.handleSubmit();
      }}
    >
      <PaymentChoice
        transferId={transfer._id}
        timeZone={timeZone}
        value={choice}
        onChange={(next) => {
          setChoice(next);
          setMissing(false);
          setFailure(null);
        }}
      />
      {isMissing && <FieldError>Please choose what it is for</FieldError>}
      <form.AppField name="reason">
        {(field) => (
          <field.TextareaField
            label="Reason"
            rows={3}
            hint="How you know. It is kept with your name; an administrator can undo what you say here."
          />
        )}
      </form.AppField>
      {failure && <Note tone="bad" title={failure} announce />}
      <form.AppForm>
        <form.SubmitButton>{submitLabel(choice)}</form.SubmitButton>
      </form.AppForm>
    </Form>
  );
}

function submitLabel(choice: string | null): string {
  if (choice === null) return "Save";
  return choice === notRent ? "Mark as not rent" : "Attach to payment";
}

/** Sends what was said; answers null, or the sentence that says why it did not work. */
function useRuling(transferId: string) {
  const utils = trpc.useUtils();
  const { keyFor, done } = useIntention();
  return async (choice: string, reason: string): Promise<string | null> => {
    try {
      const content = { transferId, paymentId: choice, reason };
      const { message } =
        choice === notRent
          ? await trpcClient.merchant.setTransferAside.mutate({ transferId, reason })
          : await trpcClient.merchant.attachTransfer.mutate({ ...content, idempotencyKey: keyFor(content) });
      done();
      toast.success(message);
      await utils.merchant.invalidate();
      return null;
    } catch (error) {
      return errorMessage(error, "This could not be saved. Please try again.");
    }
  };
}
