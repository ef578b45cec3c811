import { decisionForm } from "@hearth/domain/merchants/transfers";
import { z } from "zod";
import { errorMessage } from "../../lib/api-error.ts";
import { AppForm, FormFailure, useAppForm } from "../../kit/form/form.tsx";
import { trpcClient } from "../../lib/trpc.ts";
import { undoAction } from "../../kit/undo-action.ts";
import { Actions } from "../../ui/button.tsx";
import { toast } from "../../ui/toast-manager.ts";
import { type Area, asideWords, type OddTransfer } from "./area.ts";
import { asideChoice, PaymentChoice } from "./payment-choice.tsx";

interface DecisionFormProps {
  area: Area;
  transfer: OddTransfer;
  onDone: () => void;
}

const schema = decisionForm.extend({ choice: z.string().min(1, "Choose what it is for") });

/** Form that assigns a transfer to a payment, or to none. The reason is stored. */
export function DecisionForm({ area, transfer, onDone }: DecisionFormProps) {
  const decide = useDecision(area, transfer._id);
  const form = useAppForm({
    about: transfer._id,
    defaultValues: { choice: likelyChoice(transfer), reason: "" },
    schema,
    onSubmit: async ({ choice, reason }) => {
      const problem = await decide(choice, reason);
      if (problem !== null) return problem;
      onDone();
    },
  });

  return (
    <AppForm form={form} label="What this transfer is for" ownFailure>
      <form.AppField name="choice">
        {({ value, error, change }) => (
          <PaymentChoice area={area} transferId={transfer._id} value={value} error={error} onChange={change} />
        )}
      </form.AppField>
      <form.AppField name="reason">
        {(field) => (
          <field.TextareaField
            label="Reason"
            rows={3}
            hint={`How you know. It is kept with your name${area === "merchant" ? "; what was attached to a payment only an administrator can take off it again" : ""}.`}
          />
        )}
      </form.AppField>
      <FormFailure />
      <Actions>
        <form.Subscribe selector={({ values }) => values.choice}>
          {(choice) => <form.SubmitButton>{submitLabel(area, choice)}</form.SubmitButton>}
        </form.Subscribe>
      </Actions>
    </AppForm>
  );
}

/** Preselects a payment only if the payer's own wallet sent exactly the due amount. */
function likelyChoice({ suggestion }: OddTransfer): string {
  return suggestion?.isLikely && suggestion.outcome.kind === "exact" ? suggestion._id : "";
}

function submitLabel(area: Area, choice: string): string {
  if (choice === "") return "Save";
  return choice === asideChoice ? asideWords[area].submit : "Attach to payment";
}

/** Saves the decision. Returns null, or the error message. */
function useDecision(area: Area, transferId: string) {
  const restore = undoAction(async () => {
    await trpcClient[area].restoreTransfer.mutate({ transferId });
  });
  return async (choice: string, reason: string): Promise<string | null> => {
    try {
      const content = { transferId, paymentId: choice, reason };
      const isAside = choice === asideChoice;
      const { message } = isAside
        ? await trpcClient[area].setTransferAside.mutate({ transferId, reason })
        : await trpcClient[area].attachTransfer.mutate(content);
      toast.success(message, isAside ? restore : undefined);
      return null;
    } catch (error) {
      return errorMessage(error);
    }
  };
}
