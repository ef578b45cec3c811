import { refuseMerchantForm } from "@hearth/domain/merchants/review";
import { useState } from "react";
import { AppForm, useAppForm } from "../../../kit/form/form.tsx";
import { usePermission } from "../../../kit/permission.tsx";
import { errorMessage } from "../../../lib/api-error.ts";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { Actions, Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { toast } from "../../../ui/toast-manager.ts";

type ReviewState = Outputs["admin"]["merchant"]["review"];

/** Buttons to approve or refuse a business. The current decision is not offered again. */
export function ReviewDecision({ merchantId, name, review }: { merchantId: string; name: string; review: ReviewState }) {
  const utils = trpc.useUtils();
  const mayAct = usePermission("manager");
  const [isRefusing, setRefusing] = useState(false);
  const approve = trpc.admin.approveMerchant.useMutation({
    onSuccess: (merchant) => {
      utils.admin.merchant.setData({ merchantId }, merchant);
      toast.success(`${name} is approved`);
    },
    onError: (error) => toast.failure(errorMessage(error)),
  });
  if (!mayAct) return null;
  return (
    <>
      <Actions>
        {review !== "approved" && (
          <Button size="small" aria-label={`Approve ${name}`} busy={approve.isPending} onClick={() => approve.mutate({ merchantId })}>
            Approve
          </Button>
        )}
        {review !== "refused" && (
          <Button size="small" variant="danger" aria-label={`Refuse ${name}`} onClick={() => setRefusing(true)}>
            Refuse
          </Button>
        )}
      </Actions>
      <Dialog small open={isRefusing} onClose={() => setRefusing(false)} title={`Refuse ${name}`}>
        {isRefusing && <RefuseForm merchantId={merchantId} onDone={() => setRefusing(false)} />}
      </Dialog>
    </>
  );
}

/** Form that refuses a business. It becomes inactive, and its owner reads the reason. */
export function RefuseForm({ merchantId, onDone }: { merchantId: string; onDone: () => void }) {
  const utils = trpc.useUtils();
  const refuse = trpc.admin.refuseMerchant.useMutation();
  const form = useAppForm({
    about: merchantId,
    defaultValues: { reason: "" },
    schema: refuseMerchantForm,
    onSubmit: async ({ reason }) => {
      try {
        const merchant = await refuse.mutateAsync({ merchantId, reason });
        utils.admin.merchant.setData({ merchantId }, merchant);
        toast.success(`${merchant.name} is refused`);
        onDone();
      } catch (error) {
        return errorMessage(error);
      }
    },
  });
  return (
    <AppForm form={form} label="Refuse a merchant">
      <form.AppField name="reason">
        {(field) => <field.TextareaField label="Reason" rows={4} hint="The owner sees it. No one can pay the business after that." />}
      </form.AppField>
      <form.SubmitButton variant="danger">Refuse</form.SubmitButton>
    </AppForm>
  );
}
