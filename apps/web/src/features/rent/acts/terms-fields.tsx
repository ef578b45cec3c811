import { createLeaseInput } from "@hearth/domain/rent/inputs";
import { wireAmount } from "@hearth/domain/money";
import { beyondLateFeeLaw, type LateFeeLaw, lawsKnownOn, lawWords } from "@hearth/domain/rent/late-fee-laws";
import { dayName } from "@hearth/domain/rent/periods";
import { z } from "zod";
import { ordinal } from "@hearth/domain/rent/due-day";
import { entered } from "../entered.ts";
import { MoneyField } from "../../../kit/form/amount-field.tsx";
import type { FieldsOf } from "../../../kit/form/fields.tsx";
import { FieldRow } from "../../../ui/field.tsx";
import { Text } from "../../../ui/typography.tsx";

const shape = createLeaseInput.shape;

export const termsShape = {
  rent: entered.pipe(shape.rent),
  dueDay: entered.pipe(shape.dueDay.unwrap()),
  graceDays: entered.pipe(shape.graceDays.unwrap()),
  lateFeeKind: z.enum(["none", "fixed", "percent"]),
  lateFeeAmount: entered.pipe(shape.lateFeeAmount),
  lateFeeRepeats: z.enum(["once", "daily"]),
  lateFeeCap: entered.pipe(shape.lateFeeCap),
  beyondLaw: z.boolean(),
};
type Terms = z.infer<z.ZodObject<typeof termsShape>>;

/** Returns how a late fee exceeds the law. Null without a fee or a law, or while the fee is incomplete. */
function beyond({ rent, graceDays, lateFeeKind, lateFeeAmount, lateFeeRepeats, lateFeeCap }: Terms, law: LateFeeLaw | null) {
  if (law === null || lateFeeKind === "none" || lateFeeAmount === undefined) return null;
  const fee = { kind: lateFeeKind, amount: lateFeeAmount, repeats: lateFeeRepeats, capCents: lateFeeCap ?? null };
  return beyondLateFeeLaw({ rentCents: rent, graceDays, fee }, law);
}

/** Requires an amount for a late fee, and a fee within the local law unless the landlord confirms it. */
export function checkTerms(terms: Terms, context: z.RefinementCtx, law: LateFeeLaw | null): void {
  if (terms.lateFeeKind !== "none" && terms.lateFeeAmount === undefined)
    context.addIssue({ code: "custom", path: ["lateFeeAmount"], message: "Enter an amount" });
  const against = terms.beyondLaw ? null : beyond(terms, law);
  if (against) context.addIssue({ code: "custom", path: [against.field], message: against.message });
}

export function termsInput({ rent, lateFeeAmount, lateFeeCap, ...same }: Terms) {
  return {
    ...same,
    rent: wireAmount(rent),
    ...(lateFeeAmount !== undefined && { lateFeeAmount: wireAmount(lateFeeAmount) }),
    ...(lateFeeCap !== undefined && { lateFeeCap: wireAmount(lateFeeCap) }),
  };
}

export interface EnteredTerms {
  rent: string;
  dueDay: string;
  graceDays: string;
  lateFeeKind: Terms["lateFeeKind"];
  lateFeeAmount: string;
  lateFeeRepeats: Terms["lateFeeRepeats"];
  lateFeeCap: string;
  beyondLaw: boolean;
}

/** Initial terms of a form: rent on the 1st, a grace period of three days, no late fee. */
export const defaultTerms: EnteredTerms = {
  rent: "",
  dueDay: "1",
  graceDays: "3",
  lateFeeKind: "none",
  lateFeeAmount: "",
  lateFeeRepeats: "once",
  lateFeeCap: "",
  beyondLaw: false,
};

const termsForm = z.object(termsShape);

/** Days of the month that rent can be due on. 31 stands for the last day. */
const dueDays = [...Array.from({ length: 28 }, (_, index) => index + 1), 31];

/** Fields of a lease's terms: the rent, its due date and the late fee, with what the local law says about it. */
export function TermsFields({ form, law }: { form: FieldsOf<EnteredTerms>; law: LateFeeLaw | null }) {
  return (
    <>
      <FieldRow>
        <form.AppField name="rent">{() => <MoneyField label="Monthly rent, in dollars" />}</form.AppField>
        <form.AppField name="dueDay">
          {(field) => (
            <field.SelectField label="Due on">
              {dueDays.map((day) => (
                <option key={day} value={day}>
                  {day === 31 ? "Last day of the month" : `${ordinal(day)} of the month`}
                </option>
              ))}
            </field.SelectField>
          )}
        </form.AppField>
      </FieldRow>
      <FieldRow>
        <form.AppField name="graceDays">
          {(field) => <field.TextField label="Grace period (days)" inputMode="numeric" hint="After the due date." />}
        </form.AppField>
        <form.AppField name="lateFeeKind">
          {(field) => (
            <field.SelectField label="Late fee">
              <option value="none">None</option>
              <option value="fixed">Flat fee</option>
              <option value="percent">Percent of unpaid rent</option>
            </field.SelectField>
          )}
        </form.AppField>
      </FieldRow>
      <form.Subscribe selector={({ values }) => values.lateFeeKind}>
        {(kind) =>
          kind !== "none" && (
            <>
              <FieldRow>
                <form.AppField name="lateFeeAmount">
                  {(field) =>
                    kind === "fixed" ? (
                      <MoneyField label="Fee, in dollars" />
                    ) : (
                      <field.TextField label="Fee, in percent" inputMode="decimal" autoComplete="off" />
                    )
                  }
                </form.AppField>
                <form.AppField name="lateFeeRepeats">
                  {(field) => (
                    <field.SelectField label="Charged">
                      <option value="once">Once</option>
                      <option value="daily">Each day</option>
                    </field.SelectField>
                  )}
                </form.AppField>
              </FieldRow>
              <form.AppField name="lateFeeCap">
                {() => <MoneyField label="Maximum, in dollars" optional hint="In total, for one month's rent." />}
              </form.AppField>
              {law && (
                <Text size="note" muted>
                  {lawWords(law)} As known on {dayName(lawsKnownOn)}. This is not legal advice.
                </Text>
              )}
              <form.Subscribe selector={({ values }) => values}>
                {(values) => {
                  const { data } = termsForm.safeParse(values);
                  // Stays visible once checked, so that it can be unchecked.
                  const isAsked = values.beyondLaw || (data !== undefined && beyond(data, law) !== null);
                  return (
                    isAsked && (
                      <form.AppField name="beyondLaw">
                        {(field) => <field.CheckboxField label="I have checked that this fee is allowed here." />}
                      </form.AppField>
                    )
                  );
                }}
              </form.Subscribe>
            </>
          )
        }
      </form.Subscribe>
    </>
  );
}
