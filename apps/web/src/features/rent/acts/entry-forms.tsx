import { addChargeInput, addLeaseCreditInput } from "@hearth/domain/rent/inputs";
import { limits } from "@hearth/domain/limits";
import { wireAmount } from "@hearth/domain/money";
import { text } from "@hearth/domain/text";
import { z } from "zod";
import { entered } from "../entered.ts";
import { DayField } from "../../../kit/form/day-field.tsx";
import { AppForm, useAppForm } from "../../../kit/form/form.tsx";
import { useWords } from "../../../kit/words.ts";
import { errorMessage } from "../../../lib/api-error.ts";
import { useIdempotencyKey } from "../../../lib/idempotency-key.ts";
import { trpc } from "../../../lib/trpc.ts";
import { Actions } from "../../../ui/button.tsx";
import { FieldRow } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { useLeaseCalls } from "./lease-calls.ts";

const kinds = {
  outside: "Payment outside Hearth",
  credit: "Credit",
  writeOff: "Write off what is owed",
  utility: "Charge a utility",
  repair: "Charge a repair",
  fee: "Charge a fee",
  deposit: "Charge a deposit",
  other: "Charge something else",
} as const;
type Kind = keyof typeof kinds;

const entryForm = z.object({
  kind: z.enum(["outside", "credit", "writeOff", "utility", "repair", "fee", "deposit", "other"]),
  amount: entered.pipe(addChargeInput.shape.amount),
  on: addLeaseCreditInput.shape.on,
  note: addLeaseCreditInput.shape.note,
});

/** Writes a line into a lease's ledger by hand: a charge, a credit, or money that came another way. */
export function EntryForm({ leaseId, onDone }: { leaseId: string; onDone: () => void }) {
  const say = useWords();
  const done = useDone(onDone);
  const calls = useLeaseCalls();
  const idempotency = useIdempotencyKey();
  const form = useAppForm({
    defaultValues: { kind: "outside" as Kind, amount: "", on: "", note: "" },
    schema: entryForm,
    onSubmit: async (values) => {
      const { kind, on, note } = values;
      const common = { leaseId, amount: wireAmount(values.amount), idempotencyKey: idempotency.keyFor(values) };
      try {
        if (kind === "outside" || kind === "credit" || kind === "writeOff") {
          await calls.addCredit({ ...common, kind, on, note });
        } else {
          await calls.addCharge({ ...common, kind, dueOn: on, description: note });
        }
      } catch (error) {
        return say(errorMessage(error, "Nothing was written"));
      }
      idempotency.done();
      return done("Written into the ledger");
    },
  });
  return (
    <AppForm of={form} label="New entry">
      <form.AppField name="kind">
        {(field) => (
          <field.SelectField label="What">
            {Object.entries(kinds).map(([kind, name]) => (
              <option key={kind} value={kind}>
                {name}
              </option>
            ))}
          </field.SelectField>
        )}
      </form.AppField>
      <FieldRow>
        <form.AppField name="amount">
          {(field) => <field.TextField label="Amount, in dollars" inputMode="decimal" autoComplete="off" />}
        </form.AppField>
        <form.AppField name="on">{() => <DayField label="Day" hint="Of a charge the day by which it is due." />}</form.AppField>
      </FieldRow>
      <form.AppField name="note">
        {(field) => <field.TextField label="What for" autoComplete="off" hint={say("The tenant reads it.")} />}
      </form.AppField>
      <Actions>
        <form.SubmitButton>Write it</form.SubmitButton>
      </Actions>
    </AppForm>
  );
}

/** What a line of a ledger can be undone by. */
export type Undoing = { chargeId: string; words: string } | { creditId: string; words: string };

const undoForm = z.object({ reason: text({ max: limits.reasonMaxLength, required: "Please say why" }) });

/** Voids a charge, or takes back a credit, with the reason that its tenant reads. */
export function UndoForm({ undoing, onDone }: { undoing: Undoing; onDone: () => void }) {
  const say = useWords();
  const done = useDone(onDone);
  const calls = useLeaseCalls();
  const idempotency = useIdempotencyKey();
  const form = useAppForm({
    defaultValues: { reason: "" },
    schema: undoForm,
    onSubmit: async ({ reason }) => {
      const idempotencyKey = idempotency.keyFor({ undoing, reason });
      try {
        if ("chargeId" in undoing) await calls.voidCharge({ chargeId: undoing.chargeId, reason, idempotencyKey });
        else await calls.reverseCredit({ creditId: undoing.creditId, reason, idempotencyKey });
      } catch (error) {
        return say(errorMessage(error, "Nothing was changed"));
      }
      idempotency.done();
      return done("Taken back");
    },
  });
  return (
    <AppForm of={form} label="Take back">
      <p>{undoing.words} stays in the ledger, with a line that takes it back.</p>
      <form.AppField name="reason">
        {(field) => <field.TextField label="Why" autoComplete="off" hint={say("The tenant reads it.")} />}
      </form.AppField>
      <Actions>
        <form.SubmitButton>Take back</form.SubmitButton>
      </Actions>
    </AppForm>
  );
}

/** Asks anew for what was changed, says so, and closes. */
export function useDone(onDone: () => void): (words: string) => Promise<null> {
  const utils = trpc.useUtils();
  return async (words) => {
    await utils.rent.invalidate();
    toast.success(words);
    onDone();
    return null;
  };
}
