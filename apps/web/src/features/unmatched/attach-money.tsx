import { attachTransferInput } from "@hearth/domain/merchants/transfers";
import { useId, useState } from "react";
import { AppForm, FormFailure, useAppForm } from "../../kit/form/form.tsx";
import { Permitted } from "../../kit/permission.tsx";
import { errorMessage } from "../../lib/api-error.ts";
import { type Outputs, trpc, trpcClient } from "../../lib/trpc.ts";
import { Actions, Button } from "../../ui/button.tsx";
import { formatMoment } from "@hearth/domain/moment";
import { FieldError } from "../../ui/field.tsx";
import { Radio } from "../../ui/inputs.tsx";
import { useTimeZone } from "../../ui/time-zone.ts";
import { toast } from "../../ui/toast-manager.ts";
import type { Area } from "./area.ts";
import { outcomeSentence } from "./outcome.ts";
import styles from "./unmatched.module.css";

type Attachable = Outputs["merchant"]["attachableTransfers"][number];

interface AttachMoneyProps {
  area: Area;
  payment: { _id: string; amount: number };
}

/** Offers unmatched transfers that could belong to an unpaid payment. Takes no space if there are none. */
export function AttachMoney(props: AttachMoneyProps) {
  return (
    <Permitted least="manager">
      <Offer {...props} />
    </Permitted>
  );
}

function Offer({ area, payment }: AttachMoneyProps) {
  const [isOpen, setOpen] = useState(false);
  const { data } = trpc[area].attachableTransfers.useQuery({ paymentId: payment._id });
  if (!data || data.length === 0) return null;
  if (isOpen) return <AttachForm area={area} payment={payment} transfers={data} onClose={() => setOpen(false)} />;
  return (
    <Actions>
      <Button onClick={() => setOpen(true)}>Attach money that arrived…</Button>
    </Actions>
  );
}

const schema = attachTransferInput.pick({ reason: true }).extend({
  transferId: attachTransferInput.shape.transferId.min(1, "Please choose a transfer"),
});

interface AttachFormProps extends AttachMoneyProps {
  transfers: readonly Attachable[];
  onClose: () => void;
}

/** Form that attaches one of the transfers to the payment. The reason is stored. */
function AttachForm({ area, payment, transfers, onClose }: AttachFormProps) {
  const timeZone = useTimeZone();
  const errorId = useId();
  const form = useAppForm({
    about: payment._id,
    defaultValues: { transferId: "", reason: "" },
    schema,
    onSubmit: async (decision) => {
      const content = { ...decision, paymentId: payment._id };
      try {
        const { message } = await trpcClient[area].attachTransfer.mutate(content);
        toast.success(message);
        onClose();
      } catch (error) {
        return errorMessage(error);
      }
    },
  });
  return (
    <AppForm form={form} label="Attach money that arrived" ownFailure>
      <form.AppField name="transferId">
        {({ value, error, change }) => (
          <fieldset className={styles.choices} aria-describedby={error === undefined ? undefined : errorId}>
            <legend className={styles.legend}>Which transfer paid it?</legend>
            {transfers.map((transfer) => (
              <Radio
                key={transfer._id}
                name="transferId"
                aria-invalid={error !== undefined}
                checked={value === transfer._id}
                onChange={() => change(transfer._id)}
                label={`${transfer.usdc} USDC, received ${formatMoment(new Date(transfer.receivedAt), "minute", timeZone)}`}
                hint={outcomeSentence(transfer.outcome, payment.amount)}
              />
            ))}
            {error !== undefined && <FieldError id={errorId}>{error}</FieldError>}
          </fieldset>
        )}
      </form.AppField>
      <form.AppField name="reason">
        {(field) => <field.TextareaField label="Reason" rows={3} hint="How you know. It is kept with your name." />}
      </form.AppField>
      <FormFailure />
      <Actions>
        <form.SubmitButton>Attach to payment</form.SubmitButton>
        <Button variant="quiet" onClick={onClose}>
          Back
        </Button>
      </Actions>
    </AppForm>
  );
}
