import { disputableCents, refusalToApprove } from "@hearth/domain/disputes/rules";
import type { DisputeResult } from "@hearth/domain/disputes/status";
import { centsToDecimal, formatUsd, parseCents } from "@hearth/domain/money";
import { errorCode, errorMessage } from "../../../lib/api-error.ts";
import { MoneyField } from "../../../kit/form/amount-field.tsx";
import { AppForm, FormFailure, useAppForm } from "../../../kit/form/form.tsx";
import { trpc, type Outputs } from "../../../lib/trpc.ts";
import { RadioGroup } from "../../../ui/radio-group.tsx";
import { Card } from "../../../ui/page.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { Heading, Text } from "../../../ui/typography.tsx";
import { centsOf } from "../../../kit/cents.ts";
import { chargebackHint, resolveSchema } from "./resolve-schema.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Alert } from "../../../ui/alert.tsx";
import styles from "./disputes.module.css";

type DisputeDetail = Outputs["disputes"]["getForAdmin"];

const results = [
  { value: "chargedBack" as const, label: "Approved", detail: "The merchant owes a refund." },
  { value: "denied" as const, label: "Denied", detail: "The payment stands." },
];

/** Values of the form. */
interface Decision {
  result: DisputeResult | undefined;
  chargebackAmount: string;
  resultReason: string;
}

interface ResolveFormProps {
  dispute: DisputeDetail;
  /** Called if another administrator was first, with the message and the unsaved reason. */
  onLate: (late: LateDecision) => void;
}

/** Form that resolves an open dispute. A resolution is final. */
export function ResolveForm({ dispute, onLate }: ResolveFormProps) {
  const utils = trpc.useUtils();
  const close = trpc.disputes.close.useMutation();
  const amounts = { amountCents: centsOf(dispute.amount), leftCents: centsOf(dispute.paymentId.disputable) };
  const againstApproving = refusalToApprove({ isBusinessClosed: dispute.businessClosed });
  const choices = results.filter(({ value }) => value === "denied" || againstApproving === null);
  const initial: Decision = { result: undefined, chargebackAmount: centsToDecimal(disputableCents(amounts)), resultReason: "" };
  const form = useAppForm({
    defaultValues: initial,
    schema: resolveSchema(amounts),
    onSubmit: async ({ result, resultReason, chargebackAmount }) => {
      const decision = { result, resultReason, ...(result === "chargedBack" && { chargebackAmount: chargebackAmount.trim() }) };
      const disputeId = dispute._id;
      try {
        const closed = await close.mutateAsync({ disputeId, ...decision });
        toast.success("Dispute resolved successfully");
        utils.disputes.getForAdmin.setData({ disputeId }, closed);
      } catch (error) {
        const message = errorMessage(error, "");
        const isLate = errorCode(error) === "DISPUTE_NOT_OPEN";
        if (!isLate) return { title: "Failed to resolve dispute", detail: message };
        onLate({ message, reason: resultReason }); // After this form was replaced by the decision
      }
    },
  });

  return (
    <Card>
      <AppForm form={form} label="Resolve this dispute" ownFailure>
        <div>
          <Heading>Resolve this dispute</Heading>
          <Text size="note" muted>
            Choose one. It cannot be undone, and both sides read the reason.
          </Text>
        </div>
        <FormFailure />
        {againstApproving && <Alert title={againstApproving.message} />}
        <form.AppField name="result">
          {(field) => <RadioGroup label="Result" choices={choices} value={field.value} onChange={field.change} error={field.error} />}
        </form.AppField>
        <form.Subscribe selector={({ values }) => values.result}>
          {(result) =>
            result === "chargedBack" && (
              <form.AppField name="chargebackAmount">
                {() => <MoneyField label="Chargeback amount" min="0" hint={chargebackHint(amounts)} />}
              </form.AppField>
            )
          }
        </form.Subscribe>
        <form.AppField name="resultReason">{(field) => <field.TextareaField label="Reason" rows={4} />}</form.AppField>
        <form.Subscribe selector={({ values }) => values}>
          {(values) => (
            <form.SubmitButton wide variant={values.result ? "primary" : "plain"}>
              {buttonWords(values)}
            </form.SubmitButton>
          )}
        </form.Subscribe>
      </AppForm>
    </Card>
  );
}

/** Button label: the action, or what is missing. */
function buttonWords({ result, chargebackAmount }: Decision): string {
  if (result === undefined) return "Choose a result first";
  if (result === "denied") return "Deny";
  const cents = parseCents(chargebackAmount.trim());
  return cents === null ? "Enter the amount first" : `Approve ${formatUsd(cents)} refund`;
}

/** A decision that was rejected because another administrator had already decided. */
export interface LateDecision {
  message: string;
  reason: string;
}

/** Says that a decision was rejected, and keeps its reason for copying. */
export function LateNote({ late: { message, reason } }: { late: LateDecision }) {
  return (
    <div className={styles.late}>
      <Alert tone="bad" title="Failed to resolve dispute" announce>
        <p>{message}. Someone else has decided it. You wrote:</p>
        <p className={styles.said}>
          {reason} <CopyButton text={reason} what="your reason" />
        </p>
      </Alert>
    </div>
  );
}
