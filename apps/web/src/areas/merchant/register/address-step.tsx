import { addressStep } from "@hearth/domain/merchants/business";
import { useAppForm } from "../../../kit/form/form.tsx";
import { useFirstErrorFocus } from "../../../kit/form/use-first-error-focus.ts";
import { addressFieldNames, AddressFields } from "../address-fields.tsx";
import type { RegistrationDraft } from "./registration.ts";
import { StepForm, type StepProps } from "./step-form.tsx";

/** Third step: where it is. */
export function AddressStep({ initial, onEdit, onBack, onNext }: StepProps<RegistrationDraft["address"]>) {
  const { ref, onSubmitInvalid } = useFirstErrorFocus();
  const form = useAppForm({
    defaultValues: initial,
    canSubmitWhenInvalid: true,
    validators: { onSubmit: addressStep },
    listeners: { onChange: ({ formApi }) => onEdit(formApi.state.values) },
    onSubmitInvalid,
    onSubmit: () => onNext(),
  });
  return (
    <StepForm
      label="Address"
      formRef={ref}
      onSubmit={() => void form.handleSubmit()}
      onBack={onBack}
      submit={
        <form.AppForm>
          <form.SubmitButton size="large">Continue</form.SubmitButton>
        </form.AppForm>
      }
    >
      <AddressFields form={form} fields={addressFieldNames} optional={false} />
    </StepForm>
  );
}
