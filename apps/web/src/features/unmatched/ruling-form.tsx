import { rulingForm } from "@hearth/domain/merchants/transfers";
import { useState } from "react";
import { errorMessage } from "../../lib/api-error.ts";
import { useAppForm } from "../../kit/form/form.tsx";
import { useIntention } from "../../lib/intention.ts";
import { trpc, trpcClient } from "../../lib/trpc.ts";
import { useFirstErrorFocus } from "../../kit/form/use-first-error-focus.ts";
import { FieldError, Form } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { toast } from "../../ui/toast-manager.ts";
import { type Area, asideWords, type OddTransfer } from "./area.ts";
import { asideChoice, PaymentChoice } from "./payment-choice.tsx";

interface RulingFormProps {
  area: Area;
  transfer: OddTransfer;
  onDone: () => void;
}

/** What a person says a transfer is for: a payment of its amount, or none; with the reason, which is kept. */
export function RulingForm({ area, transfer, onDone }: RulingFormProps) {
  const [choice, setChoice] = useState<string | null>(transfer.suggestion?.isLikely ? transfer.suggestion._id : null);
  const [isMissing, setMissing] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { ref, onSubmitInvalid } = useFirstErrorFocus();
  const rule = useRuling(area, transfer._id);
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
        area={area}
        transferId={transfer._id}
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
            hint={`How you know. It is kept with your name${area === "merchant" ? "; an administrator can undo what you say here" : ""}.`}
          />
        )}
      </form.AppField>
      {failure && <Note tone="bad" title={failure} announce />}
      <form.AppForm>
        <form.SubmitButton>{submitLabel(area, choice)}</form.SubmitButton>
      </form.AppForm>
    </Form>
  );
}

function submitLabel(area: Area, choice: string | null): string {
  if (choice === null) return "Save";
  return choice === asideChoice ? asideWords[area].submit : "Attach to payment";
}

/** Sends what was said; answers null, or the sentence that says why it did not work. */
function useRuling(area: Area, transferId: string) {
  const utils = trpc.useUtils();
  const { keyFor, done } = useIntention();
  return async (choice: string, reason: string): Promise<string | null> => {
    try {
      const content = { transferId, paymentId: choice, reason };
      const { message } =
        choice === asideChoice
          ? await trpcClient[area].setTransferAside.mutate({ transferId, reason })
          : await trpcClient[area].attachTransfer.mutate({ ...content, idempotencyKey: keyFor(content) });
      done();
      toast.success(message);
      await utils[area].invalidate();
      return null;
    } catch (error) {
      return errorMessage(error, "This could not be saved. Please try again.");
    }
  };
}
