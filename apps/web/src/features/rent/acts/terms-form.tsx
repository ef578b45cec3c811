import { type Day, monthAfter, monthOf } from "@hearth/domain/rent/calendar";
import { changeLeaseInput, createLeaseInput } from "@hearth/domain/rent/inputs";
import { type LateFeeLaw, lateFeeLawAt } from "@hearth/domain/rent/late-fee-laws";
import { dayName, periodName } from "@hearth/domain/rent/periods";
import { centsToDecimal } from "@hearth/domain/money";
import { z } from "zod";
import { centsOf } from "../../../kit/cents.ts";
import { DayField } from "../../../kit/form/day-field.tsx";
import { AppForm, useAppForm } from "../../../kit/form/form.tsx";
import { useLetsHomes, useWording } from "../../../kit/words.ts";
import { errorMessage } from "../../../lib/api-error.ts";
import type { Outputs } from "../../../lib/trpc.ts";
import { Actions } from "../../../ui/button.tsx";
import { FieldRow } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { Text } from "../../../ui/typography.tsx";
import { entered } from "../entered.ts";
import { yearAfter } from "./end-forms.tsx";
import { useLeaseCalls } from "./lease-calls.ts";
import { checkTerms, defaultTerms, type EnteredTerms, TermsFields, termsInput, termsShape } from "./terms-fields.tsx";

type Lease = Outputs["rent"]["lease"];

const termsForm = (law: LateFeeLaw | null, startsOn: Day) =>
  z
    .object({ effectiveFrom: changeLeaseInput.shape.effectiveFrom, ...termsShape })
    .superRefine((terms, context) => checkTerms(terms, context, law))
    .superRefine((terms, context) => checkFrom(terms, context, startsOn));

/** New terms must start on the first of a month, or on the lease's first day. */
function checkFrom({ effectiveFrom }: { effectiveFrom: Day }, context: z.RefinementCtx, startsOn: Day): void {
  if (effectiveFrom === monthOf(effectiveFrom) || effectiveFrom === startsOn) return;
  context.addIssue({ code: "custom", path: ["effectiveFrom"], message: "Choose the first day of a month" });
}

const renewalForm = (law: LateFeeLaw | null, startsOn: Day) =>
  z
    .object({ effectiveFrom: changeLeaseInput.shape.effectiveFrom, endsOn: entered.pipe(createLeaseInput.shape.endsOn), ...termsShape })
    .superRefine((terms, context) => checkTerms(terms, context, law))
    .superRefine((terms, context) => checkFrom(terms, context, startsOn));

const typed = (amount: number) => centsToDecimal(centsOf(amount));

/** Converts the lease's latest terms to form values. */
function enteredTerms(terms: Lease["terms"][number] | undefined): EnteredTerms {
  if (terms === undefined) return defaultTerms;
  const { rent, dueDay, graceDays, lateFee } = terms;
  const fee = lateFee && {
    lateFeeKind: lateFee.kind,
    lateFeeAmount: typed(lateFee.amount),
    lateFeeRepeats: lateFee.repeats,
    lateFeeCap: lateFee.cap === null ? "" : typed(lateFee.cap),
  };
  return { ...defaultTerms, rent: typed(rent), dueDay: String(dueDay), graceDays: String(graceDays), ...fee };
}

/** Changes a lease's terms from a month on. Terms of earlier months stay. */
export function TermsForm({ lease, onDone }: { lease: Lease; onDone: () => void }) {
  const reword = useWording();
  const calls = useLeaseCalls();
  const { _id: leaseId, nextPeriod, startsOn } = lease;
  const law = useLetsHomes() ? lateFeeLawAt(lease.address) : null;
  const form = useAppForm({
    defaultValues: { effectiveFrom: nextPeriod, ...enteredTerms(lease.terms.at(-1)) },
    version: lease.updatedAt,
    schema: termsForm(law, startsOn),
    onSubmit: async ({ effectiveFrom, ...terms }, seenAt) => {
      const input = { leaseId, effectiveFrom, seenAt, ...termsInput(terms) };
      try {
        await calls.changeLease(input);
      } catch (error) {
        return reword(errorMessage(error));
      }
      toast.success("The terms are changed");
      onDone();
      return null;
    },
  });
  return (
    <AppForm form={form} label="Change of terms">
      <form.AppField name="effectiveFrom">
        {() => <DayField label="From the first of" hint={`${periodName(nextPeriod)} is the first month that is not charged yet.`} />}
      </form.AppField>
      <TermsFields form={form} law={law} />
      <Text size="note" muted>
        A month whose new due date has already passed keeps its old one.
      </Text>
      <Actions>
        <form.SubmitButton>Change the terms</form.SubmitButton>
      </Actions>
    </AppForm>
  );
}

/** Renews a lease: a later last day or none, with new terms from a month on. */
export function RenewalForm({ lease, onDone }: { lease: Lease; onDone: () => void }) {
  const reword = useWording();
  const calls = useLeaseCalls();
  const { _id: leaseId, nextPeriod, startsOn, endsOn: current } = lease;
  const law = useLetsHomes() ? lateFeeLawAt(lease.address) : null;
  const effectiveFrom = current === null ? nextPeriod : monthAfter(monthOf(current), 1);
  const form = useAppForm({
    defaultValues: { effectiveFrom, endsOn: current === null ? "" : yearAfter(current), ...enteredTerms(lease.terms.at(-1)) },
    version: lease.updatedAt,
    schema: renewalForm(law, startsOn),
    onSubmit: async ({ effectiveFrom: from, endsOn = null, ...terms }, seenAt) => {
      const input = { leaseId, effectiveFrom: from, endsOn, seenAt, ...termsInput(terms) };
      try {
        await calls.renewLease(input);
      } catch (error) {
        return reword(errorMessage(error));
      }
      toast.success(reword("The lease is renewed"));
      onDone();
      return null;
    },
  });
  return (
    <AppForm form={form} label={reword("Renewal of the lease")}>
      {current !== null && <p>{reword(`The lease ends on ${dayName(current)} as it is.`)}</p>}
      <FieldRow>
        <form.AppField name="endsOn">
          {() => <DayField label="New end date" optional hint="Leave it blank for month-to-month." />}
        </form.AppField>
        <form.AppField name="effectiveFrom">{() => <DayField label="New terms from the first of" />}</form.AppField>
      </FieldRow>
      <TermsFields form={form} law={law} />
      <Actions>
        <form.SubmitButton>{reword("Renew the lease")}</form.SubmitButton>
      </Actions>
    </AppForm>
  );
}
