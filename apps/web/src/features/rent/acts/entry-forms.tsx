import { useQuery, useQueryClient } from "@tanstack/react-query";
import { addChargeInput, addLeaseCreditInput, voidChargeInput } from "@hearth/domain/rent/inputs";
import { limits } from "@hearth/domain/limits";
import { wireAmount } from "@hearth/domain/money";
import { text } from "@hearth/domain/text";
import type { ReactNode } from "react";
import { z } from "zod";
import { entered } from "../entered.ts";
import { MoneyField } from "../../../kit/form/amount-field.tsx";
import { DayField } from "../../../kit/form/day-field.tsx";
import { AppForm, useAppForm } from "../../../kit/form/form.tsx";
import { useWording } from "../../../kit/words.ts";
import { errorMessage } from "../../../lib/api-error.ts";
import { Actions } from "../../../ui/button.tsx";
import { FieldRow } from "../../../ui/field.tsx";
import { RadioGroup } from "../../../ui/radio-group.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { wrongFeesWords } from "../wrong-fees-words.ts";
import { useLeaseCalls } from "./lease-calls.ts";
import { undoVerb, type Undoing } from "./undoing.ts";

const kinds = {
  outside: "Payment received outside Hearth",
  credit: "Credit",
  writeOff: "Write off a balance",
  utility: "Utility charge",
  repair: "Repair charge",
  fee: "Fee",
  deposit: "Security deposit",
  other: "Other charge",
} as const;
type Kind = keyof typeof kinds;

/** Labels of the submit button. Kinds not listed are charges. */
const verbs: Partial<Record<Kind, string>> = { outside: "Record payment", credit: "Add credit", writeOff: "Write off" };

const entryForm = z.object({
  kind: z.enum(["outside", "credit", "writeOff", "utility", "repair", "fee", "deposit", "other"]),
  amount: entered.pipe(addChargeInput.shape.amount),
  on: addLeaseCreditInput.shape.on,
  note: addLeaseCreditInput.shape.note,
  voidFees: z.boolean(),
});

/** True for kinds that pay what is owed, and may therefore make a late fee wrong. */
const isCredit = (kind: Kind): kind is "outside" | "credit" | "writeOff" => kind === "outside" || kind === "credit" || kind === "writeOff";

/** Adds a line to a lease's ledger: a charge, a credit, or a payment from outside. Begins with the type that was asked for. */
export function EntryForm({ leaseId, first, onDone }: { leaseId: string; first: "outside" | "utility"; onDone: () => void }) {
  const reword = useWording();
  const done = doneWith(onDone);
  const calls = useLeaseCalls();
  const known = useQueryClient();
  const isOffered = ({ amount, on }: { amount: number; on: string }) =>
    (known.getQueryData<{ count: number }>(wrongFeesKey(leaseId, amount, on))?.count ?? 0) > 0;
  const form = useAppForm({
    about: first,
    defaultValues: { kind: first as Kind, amount: "", on: "", note: "", voidFees: true },
    schema: entryForm,
    onSubmit: async (values) => {
      const { kind, on, note } = values;
      const common = { leaseId, amount: wireAmount(values.amount) };
      try {
        if (isCredit(kind)) {
          await calls.addCredit({ ...common, kind, on, note, voidFees: values.voidFees && isOffered(values) });
        } else {
          await calls.addCharge({ ...common, kind, dueOn: on, description: note });
        }
      } catch (error) {
        return reword(errorMessage(error));
      }
      return done("Added to the ledger");
    },
  });
  return (
    <AppForm form={form} label="New entry">
      <form.AppField name="kind">
        {(field) => (
          <field.SelectField label="Type">
            {Object.entries(kinds).map(([kind, name]) => (
              <option key={kind} value={kind}>
                {name}
              </option>
            ))}
          </field.SelectField>
        )}
      </form.AppField>
      <FieldRow>
        <form.AppField name="amount">{() => <MoneyField label="Amount, in dollars" />}</form.AppField>
        <form.Subscribe selector={({ values }) => isCredit(values.kind)}>
          {(isPaying) => (
            <form.AppField name="on">{() => <DayField label="Date" hint={isPaying ? undefined : "The due date."} />}</form.AppField>
          )}
        </form.Subscribe>
      </FieldRow>
      <form.AppField name="note">
        {(field) => <field.TextField label="Description" autoComplete="off" hint={reword("The tenant sees this.")} />}
      </form.AppField>
      <form.Subscribe selector={({ values }) => values}>
        {({ kind, amount, on }) =>
          isCredit(kind) && (
            <form.AppField name="voidFees">
              {(field) => (
                <WrongFees leaseId={leaseId} amount={amount} on={on}>
                  {(label) => <field.CheckboxField label={label} />}
                </WrongFees>
              )}
            </form.AppField>
          )
        }
      </form.Subscribe>
      <Actions>
        <form.Subscribe selector={({ values }) => values.kind}>
          {(kind) => <form.SubmitButton>{verbs[kind] ?? "Add charge"}</form.SubmitButton>}
        </form.Subscribe>
      </Actions>
    </AppForm>
  );
}

const credited = z.object({ amount: addLeaseCreditInput.shape.amount, on: addLeaseCreditInput.shape.on });

/** Query key of the late fees that a credit makes wrong. */
const wrongFeesKey = (leaseId: string, cents: number | undefined, on: string) => ["rent", "wrongFees", leaseId, cents, on];

interface WrongFeesProps {
  leaseId: string;
  amount: string;
  on: string;
  children: (label: string) => ReactNode;
}

/** Offers to void the late fees that a backdated credit makes wrong. Renders nothing if there are none. */
function WrongFees({ leaseId, amount, on, children }: WrongFeesProps) {
  const calls = useLeaseCalls();
  const cents = credited.safeParse({ amount, on }).data?.amount;
  const { data } = useQuery({
    queryKey: wrongFeesKey(leaseId, cents, on),
    queryFn: () => calls.wrongFees({ leaseId, amount: wireAmount(cents ?? 0), on }),
    enabled: cents !== undefined,
    retry: false,
  });
  return data === undefined || data.count === 0 ? null : children(wrongFeesWords(data));
}

const undoForm = z.object({
  reason: text({ max: limits.reasonMaxLength, required: "Enter a reason" }),
  fees: voidChargeInput.shape.fees.unwrap(),
});

const waivable = [
  { value: "this" as const, label: "This fee only", detail: "Later late fees under the lease are still charged." },
  { value: "all" as const, label: "All late fees on this rent", detail: "Past ones are voided too, and no more are charged." },
];

/**
 * Voids a charge or reverses a credit, with a reason that the tenant can read. A late fee is waived alone, or with all others of its rent.
 */
export function UndoForm({ undoing, onDone }: { undoing: Undoing; onDone: () => void }) {
  const verb = undoVerb(undoing);
  const isLateFee = verb === "Waive";
  const isRent = "chargeId" in undoing && undoing.isRent === true;
  const reword = useWording();
  const done = doneWith(onDone);
  const calls = useLeaseCalls();
  const form = useAppForm({
    about: "chargeId" in undoing ? undoing.chargeId : undoing.creditId,
    defaultValues: { reason: "", fees: "this" as "this" | "all" },
    schema: undoForm,
    onSubmit: async ({ reason, fees }) => {
      try {
        if ("chargeId" in undoing) await calls.voidCharge({ chargeId: undoing.chargeId, reason, fees });
        else await calls.reverseCredit({ creditId: undoing.creditId, reason });
      } catch (error) {
        return reword(errorMessage(error));
      }
      return done({ Waive: "Waived", Void: "Voided", Reverse: "Reversed" }[verb]);
    },
  });
  return (
    <AppForm form={form} label={verb}>
      <p>
        {undoing.description} stays in the ledger, with a line that reverses it.{isRent ? " Its late fees are voided too." : ""}
      </p>
      {isLateFee && (
        <form.AppField name="fees">
          {(field) => <RadioGroup label="Waive" choices={waivable} value={field.value} onChange={field.change} error={field.error} />}
        </form.AppField>
      )}
      <form.AppField name="reason">
        {(field) => <field.TextField label="Reason" autoComplete="off" hint={reword("The tenant sees this.")} />}
      </form.AppField>
      <Actions>
        <form.SubmitButton>{verb}</form.SubmitButton>
      </Actions>
    </AppForm>
  );
}

/** Returns a function that shows a toast and closes the dialog. */
export function doneWith(onDone: () => void): (description: string) => null {
  return (description) => {
    toast.success(description);
    onDone();
    return null;
  };
}
