import type { ReactNode } from "react";
import { AppForm, type FormToDraw } from "../../../kit/form/form.tsx";
import { SubmitButton } from "../../../kit/form/fields.tsx";
import { Actions, Button } from "../../../ui/button.tsx";

/** What every step of the sign-up is given. */
export interface StepProps<Values> {
  initial: Values;
  /** Keeps what has been entered, so that nothing is lost on the way. */
  onEdit: (values: Values) => void;
  onBack: () => void;
  onNext: () => Promise<void>;
}

interface StepFormProps {
  form: FormToDraw;
  label: string;
  /** Absent on the first step. */
  onBack?: (() => void) | undefined;
  /** What the button says that leads on. */
  submit?: string;
  children: ReactNode;
}

/** One step: its fields, the way on and the way back. */
export function StepForm({ form, label, onBack, submit = "Continue", children }: StepFormProps) {
  return (
    <AppForm of={form} label={label}>
      {children}
      <Actions>
        <SubmitButton size="large">{submit}</SubmitButton>
        {onBack && (
          <Button variant="quiet" size="large" onClick={onBack}>
            Back
          </Button>
        )}
      </Actions>
    </AppForm>
  );
}
