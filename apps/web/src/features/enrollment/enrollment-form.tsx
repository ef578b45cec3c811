import { enrollmentForm, type EnrollmentForm as FormValues } from "@hearth/domain/merchants/inputs";
import type { ReactNode } from "react";
import { AppForm, useAppForm } from "../../kit/form/form.tsx";
import type { Outputs } from "../../lib/trpc.ts";
import { FieldRow } from "../../ui/field.tsx";
import type { FormOutcome } from "../auth/outcome.ts";
import { businessTypeName } from "./business-types.tsx";
import { MerchantTrustSignals, useNeedsAcknowledgement } from "./merchant-trust-signals.tsx";

type Merchant = Outputs["merchant"]["list"]["items"][number];

interface EnrollmentFormProps {
  merchants: readonly Merchant[];
  initial: FormValues;
  submitLabel: string;
  onSubmit: (form: FormValues) => Promise<FormOutcome>;
  onDone: () => void;
}

/** Form for the payer's address and merchant. */
export function EnrollmentForm({ merchants, initial, submitLabel, onSubmit, onDone }: EnrollmentFormProps) {
  const form = useAppForm({
    defaultValues: initial,
    schema: enrollmentForm,
    onSubmit: async (enrollment) => {
      const outcome = await onSubmit(enrollment);
      if (!outcome.ok) return outcome.message;
      onDone();
    },
  });

  return (
    <AppForm form={form} label="Enrollment">
      <form.AppField name="selectedMerchantId">
        {(field) => (
          <field.SelectField label="Merchant" hint="Who you pay. You can change this later.">
            <option value="">Select a merchant</option>
            {merchants.map(({ _id, name, businessType }) => (
              <option key={_id} value={_id}>
                {name} ({businessTypeName(businessType)})
              </option>
            ))}
          </field.SelectField>
        )}
      </form.AppField>
      <form.Subscribe selector={({ values }) => values.selectedMerchantId}>
        {(chosen) => {
          const merchant = merchants.find(({ _id }) => _id === chosen);
          return merchant && <MerchantTrustSignals merchantId={merchant._id} name={merchant.name} />;
        }}
      </form.Subscribe>
      <FieldRow>
        <form.AppField name="street">
          {(field) => <field.TextField label="Street address" autoComplete="address-line1" maxLength={150} />}
        </form.AppField>
        <form.AppField name="aptNumber">
          {(field) => <field.TextField label="Apartment number" optional autoComplete="address-line2" maxLength={30} />}
        </form.AppField>
      </FieldRow>
      <form.AppField name="city">{(field) => <field.TextField label="City" autoComplete="address-level2" maxLength={80} />}</form.AppField>
      <FieldRow>
        <form.AppField name="state">
          {(field) => <field.TextField label="State" autoComplete="address-level1" maxLength={80} />}
        </form.AppField>
        <form.AppField name="zipCode">
          {(field) => <field.TextField label="ZIP code" autoComplete="postal-code" maxLength={20} />}
        </form.AppField>
      </FieldRow>
      <form.AppField name="phoneNumber">
        {(field) => <field.TextField label="Phone number" type="tel" autoComplete="tel" maxLength={40} />}
      </form.AppField>
      <form.Subscribe selector={({ values }) => values.selectedMerchantId}>
        {(chosen) => (
          <Known merchantId={chosen}>
            {(isKnown) => (
              <form.SubmitButton size="large" wide disabled={!isKnown}>
                {submitLabel}
              </form.SubmitButton>
            )}
          </Known>
        )}
      </form.Subscribe>
    </AppForm>
  );
}

/** Tells its child whether the chosen merchant needs no acknowledgement by the payer. */
function Known({ merchantId, children }: { merchantId: string; children: (isKnown: boolean) => ReactNode }) {
  return children(!useNeedsAcknowledgement(merchantId === "" ? undefined : merchantId));
}
