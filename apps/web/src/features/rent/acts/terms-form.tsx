import { changeLeaseInput } from "@hearth/domain/rent/inputs";
import { type LateFeeLaw, lateFeeLawAt } from "@hearth/domain/rent/late-fee-laws";
import { periodName } from "@hearth/domain/rent/periods";
import { centsToDecimal } from "@hearth/domain/money";
import { z } from "zod";
import { centsOf } from "../../../kit/cents.ts";
import { DayField } from "../../../kit/form/day-field.tsx";
import { AppForm, useAppForm } from "../../../kit/form/form.tsx";
import { useLetsHomes, useWords } from "../../../kit/words.ts";
import { errorMessage } from "../../../lib/api-error.ts";
import { useIdempotencyKey } from "../../../lib/idempotency-key.ts";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { Actions } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { useLeaseCalls } from "./lease-calls.ts";
import { checkTerms, type EnteredTerms, TermsFields, termsInput, termsShape, usualTerms } from "./terms-fields.tsx";

type Lease = Outputs["rent"]["lease"];

const termsForm = (law: LateFeeLaw | null) =>
  z
    .object({ effectiveFrom: changeLeaseInput.shape.effectiveFrom, ...termsShape })
    .superRefine((terms, context) => checkTerms(terms, context, law));

const typed = (amount: number) => centsToDecimal(centsOf(amount));

/** What the lease costs by what was said last. */
function enteredTerms(terms: Lease["terms"][number] | undefined): EnteredTerms {
  if (terms === undefined) return usualTerms;
  const { rent, dueDay, graceDays, lateFee } = terms;
  const fee = lateFee && {
    lateFeeKind: lateFee.kind,
    lateFeeAmount: typed(lateFee.amount),
    lateFeeRepeats: lateFee.repeats,
    lateFeeCap: lateFee.cap === null ? "" : typed(lateFee.cap),
  };
  return { ...usualTerms, rent: typed(rent), dueDay: String(dueDay), graceDays: String(graceDays), ...fee };
}

/** Says what a lease costs from a month on; what was said for earlier months stays. */
export function TermsForm({ lease, onDone }: { lease: Lease; onDone: () => void }) {
  const say = useWords();
  const utils = trpc.useUtils();
  const idempotency = useIdempotencyKey();
  const calls = useLeaseCalls();
  const { _id: leaseId, nextPeriod, updatedAt: seenAt } = lease;
  const law = useLetsHomes() ? lateFeeLawAt(lease.address) : null;
  const form = useAppForm({
    defaultValues: { effectiveFrom: nextPeriod, ...enteredTerms(lease.terms.at(-1)) },
    schema: termsForm(law),
    onSubmit: async ({ effectiveFrom, ...terms }) => {
      const input = { leaseId, effectiveFrom, seenAt, ...termsInput(terms) };
      try {
        await calls.changeLease({ ...input, idempotencyKey: idempotency.keyFor(input) });
      } catch (error) {
        return say(errorMessage(error, "The terms were not changed"));
      }
      idempotency.done();
      await utils.rent.invalidate();
      toast.success("The terms are changed");
      onDone();
      return null;
    },
  });
  return (
    <AppForm of={form} label="Change of terms">
      <form.AppField name="effectiveFrom">
        {() => <DayField label="From the month of" hint={`${periodName(nextPeriod)} is the first that is not charged yet.`} />}
      </form.AppField>
      <TermsFields form={form} law={law} />
      <Actions>
        <form.SubmitButton>Change the terms</form.SubmitButton>
      </Actions>
    </AppForm>
  );
}
