import { decisionForm } from "@hearth/domain/merchants/transfers";
import { useState } from "react";
import { z } from "zod";
import { errorMessage } from "../../lib/api-error.ts";
import { AppForm, FormFailure, useAppForm } from "../../kit/form/form.tsx";
import { trpcClient } from "../../lib/trpc.ts";
import { useWording } from "../../kit/words.ts";
import { undoAction } from "../../kit/undo-action.ts";
import { Actions } from "../../ui/button.tsx";
import { toast } from "../../ui/toast-manager.ts";
import { type Area, asideWords, type OddTransfer } from "./area.ts";
import { asideChoice, PaymentChoice, tenantChoice } from "./payment-choice.tsx";
import { TenantChoice } from "./tenant-choice.tsx";

interface DecisionFormProps {
  area: Area;
  transfer: OddTransfer;
  onDone: () => void;
}

const schema = decisionForm
  .extend({ choice: z.string().min(1, "Choose what it is for"), tenantId: z.string() })
  .refine(({ choice, tenantId }) => choice !== tenantChoice || tenantId !== "", { path: ["tenantId"], error: "Choose who sent it" });

/** Form that assigns a transfer to a payment, or to none. The reason is stored. */
export function DecisionForm({ area, transfer, onDone }: DecisionFormProps) {
  const decide = useDecision(area, transfer._id);
  const [voidFees, setVoidFees] = useState(false);
  const form = useAppForm({
    about: transfer._id,
    defaultValues: { choice: likelyChoice(transfer), tenantId: "", reason: "" },
    schema,
    onSubmit: async (values) => {
      const problem = await decide({ ...values, voidFees });
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
      <form.Subscribe selector={({ values }) => values.choice}>
        {(choice) =>
          choice === tenantChoice && (
            <form.AppField name="tenantId">
              {({ value, error, change }) => (
                <TenantChoice
                  area={area}
                  transferId={transfer._id}
                  value={value}
                  error={error}
                  onChange={change}
                  onVoidFees={setVoidFees}
                />
              )}
            </form.AppField>
          )
        }
      </form.Subscribe>
      <form.Subscribe selector={({ values }) => values.choice}>
        {(choice) => (
          <form.AppField name="reason">
            {(field) => (
              <field.TextareaField label="Reason" rows={3} hint={`How you know. It is kept with your name${afterwards(area, choice)}.`} />
            )}
          </form.AppField>
        )}
      </form.Subscribe>
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

/** Warns that a merchant cannot undo an attachment. The other choices can be undone. */
function afterwards(area: Area, choice: string): string {
  if (area === "admin" || choice === asideChoice || choice === tenantChoice) return "";
  return "; what was attached to a payment only an administrator can take off it again";
}

function submitLabel(area: Area, choice: string): string {
  if (choice === "") return "Save";
  if (choice === tenantChoice) return "Record payment";
  return choice === asideChoice ? asideWords[area].submit : "Attach to payment";
}

interface Decision {
  choice: string;
  tenantId: string;
  reason: string;
  voidFees: boolean;
}

/** Saves the decision. Returns null, or the error message. */
function useDecision(area: Area, transferId: string) {
  const reword = useWording();
  const restore = undoAction(async () => {
    await trpcClient[area].restoreTransfer.mutate({ transferId });
  });
  return async ({ choice, tenantId, reason, voidFees }: Decision): Promise<string | null> => {
    try {
      if (choice === tenantChoice) {
        const { _id: paymentId } = await trpcClient[area].creditTenant.mutate({ transferId, tenantId, reason, voidFees });
        const mistake = { reason: "Recorded by mistake" };
        const undo = undoAction(() =>
          area === "admin"
            ? trpcClient.admin.detachTransfer.mutate({ transferId, ...mistake })
            : trpcClient.merchant.undoTenantCredit.mutate({ paymentId, ...mistake }),
        );
        toast.success(reword("Recorded as the tenant's payment. It counts as soon as it is confirmed."), undo);
        return null;
      }
      const isAside = choice === asideChoice;
      const { message } = isAside
        ? await trpcClient[area].setTransferAside.mutate({ transferId, reason })
        : await trpcClient[area].attachTransfer.mutate({ transferId, paymentId: choice, reason });
      toast.success(message, isAside ? restore : undefined);
      return null;
    } catch (error) {
      return reword(errorMessage(error));
    }
  };
}
