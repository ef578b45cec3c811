import { refuseMerchantForm } from "@hearth/domain/merchants/review";
import { useState } from "react";
import { AppForm, useAppForm } from "../../../kit/form/form.tsx";
import { usePermission } from "../../../kit/permission.tsx";
import { errorMessage } from "../../../lib/api-error.ts";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { Actions, Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextButton } from "../../../ui/text-anchor.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { Text } from "../../../ui/typography.tsx";

type ReviewState = Outputs["admin"]["merchant"]["review"];

/** Buttons to approve or decline a business, and what each does. An approved business offers a quiet way to decline it. */
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
          <Button
            size="small"
            variant={review === "held" ? "primary" : "plain"}
            aria-label={`Approve ${name}`}
            busy={approve.isPending}
            onClick={() => approve.mutate({ merchantId })}
          >
            Approve
          </Button>
        )}
        {review === "approved" ? (
          <TextButton size="small" aria-label={`Change the decision about ${name}`} onClick={() => setRefusing(true)}>
            Change the decision…
          </TextButton>
        ) : (
          review !== "refused" && (
            <Button size="small" aria-label={`Decline ${name}`} onClick={() => setRefusing(true)}>
              Decline…
            </Button>
          )
        )}
      </Actions>
      {review === "held" && (
        <Text size="note" muted>
          Approve: people can pay {name}. Decline: {name} becomes inactive, no one can pay it, and its owner gets your reason.
        </Text>
      )}
      <Dialog small open={isRefusing} onClose={() => setRefusing(false)} title={`Decline ${name}`}>
        {isRefusing && <RefuseForm merchantId={merchantId} onDone={() => setRefusing(false)} />}
      </Dialog>
    </>
  );
}

/** Form that declines a business. It becomes inactive, and its owner reads the reason. */
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
        toast.success(`${merchant.name} is declined`);
        onDone();
      } catch (error) {
        return errorMessage(error);
      }
    },
  });
  return (
    <AppForm form={form} label="Decline a merchant">
      <form.AppField name="reason">
        {(field) => <field.TextareaField label="Reason" rows={4} hint="The owner sees it. No one can pay the business after that." />}
      </form.AppField>
      <form.SubmitButton variant="danger">Decline</form.SubmitButton>
    </AppForm>
  );
}
