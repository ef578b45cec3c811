import { createLeaseInput } from "@hearth/domain/rent/inputs";
import { wireAmount } from "@hearth/domain/money";
import { z } from "zod";
import { entered } from "../entered.ts";
import type { FieldsOf } from "../../../kit/form/fields.tsx";
import { FieldRow } from "../../../ui/field.tsx";

const shape = createLeaseInput.shape;

/** What a lease costs, as a form holds it. */
export const termsShape = {
  rent: entered.pipe(shape.rent),
  dueDay: entered.pipe(shape.dueDay.unwrap()),
  graceDays: entered.pipe(shape.graceDays.unwrap()),
  lateFeeKind: z.enum(["none", "fixed", "percent"]),
  lateFeeAmount: entered.pipe(shape.lateFeeAmount),
  lateFeeRepeats: z.enum(["once", "daily"]),
  lateFeeCap: entered.pipe(shape.lateFeeCap),
};
type Terms = z.infer<z.ZodObject<typeof termsShape>>;

/** A late fee is of an amount. */
export function checkTerms({ lateFeeKind, lateFeeAmount }: Pick<Terms, "lateFeeKind" | "lateFeeAmount">, context: z.RefinementCtx): void {
  if (lateFeeKind === "none" || lateFeeAmount !== undefined) return;
  context.addIssue({ code: "custom", path: ["lateFeeAmount"], message: "Please enter how much" });
}

/** The same as calls take them. */
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
}

/** What a form begins with: rent on the 1st, three days of grace, no late fee. */
export const usualTerms: EnteredTerms = {
  rent: "",
  dueDay: "1",
  graceDays: "3",
  lateFeeKind: "none",
  lateFeeAmount: "",
  lateFeeRepeats: "once",
  lateFeeCap: "",
};

/** The days of the month that rent may be due on, the last one among them. */
const dueDays = [...Array.from({ length: 28 }, (_, index) => index + 1), 31];

/** What a lease costs, when it is due, and what is asked for rent that is late. */
export function TermsFields({ form }: { form: FieldsOf<EnteredTerms> }) {
  return (
    <>
      <FieldRow>
        <form.AppField name="rent">
          {(field) => <field.TextField label="Rent a month, in dollars" inputMode="decimal" placeholder="1450.00" autoComplete="off" />}
        </form.AppField>
        <form.AppField name="dueDay">
          {(field) => (
            <field.SelectField label="Due on">
              {dueDays.map((day) => (
                <option key={day} value={day}>
                  {day === 31 ? "The last day of the month" : `Day ${day} of the month`}
                </option>
              ))}
            </field.SelectField>
          )}
        </form.AppField>
      </FieldRow>
      <FieldRow>
        <form.AppField name="graceDays">
          {(field) => <field.TextField label="Days of grace" inputMode="numeric" hint="After the due day." />}
        </form.AppField>
        <form.AppField name="lateFeeKind">
          {(field) => (
            <field.SelectField label="Late fee">
              <option value="none">None</option>
              <option value="fixed">A fixed sum</option>
              <option value="percent">A per cent of the unpaid rent</option>
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
                  {(field) => (
                    <field.TextField
                      label={kind === "fixed" ? "Fee, in dollars" : "Fee, in per cent"}
                      inputMode="decimal"
                      autoComplete="off"
                    />
                  )}
                </form.AppField>
                <form.AppField name="lateFeeRepeats">
                  {(field) => (
                    <field.SelectField label="How often">
                      <option value="once">Once</option>
                      <option value="daily">Each day</option>
                    </field.SelectField>
                  )}
                </form.AppField>
              </FieldRow>
              <form.AppField name="lateFeeCap">
                {(field) => (
                  <field.TextField
                    label="At most, in dollars"
                    optional
                    inputMode="decimal"
                    autoComplete="off"
                    hint="For one month's rent in all."
                  />
                )}
              </form.AppField>
            </>
          )
        }
      </form.Subscribe>
    </>
  );
}
