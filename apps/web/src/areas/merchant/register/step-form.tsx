import type { FormEvent, ReactNode, Ref } from "react";
import { Actions, Button } from "../../../ui/button.tsx";
import { Form } from "../../../ui/field.tsx";

/** What every step of the sign-up is given. */
export interface StepProps<Values> {
  initial: Values;
  /** Keeps what has been entered, so that nothing is lost on the way. */
  onEdit: (values: Values) => void;
  onBack: () => void;
  onNext: () => Promise<void>;
}

interface StepFormProps {
  label: string;
  formRef: Ref<HTMLFormElement>;
  onSubmit: () => void;
  /** Absent on the first step. */
  onBack?: (() => void) | undefined;
  /** The form's own button. */
  submit: ReactNode;
  children: ReactNode;
}

/** One step: its fields, the way on and the way back. */
export function StepForm({ label, formRef, onSubmit, onBack, submit, children }: StepFormProps) {
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Form ref={formRef} aria-label={label} onSubmit={send}>
      {children}
      <Actions>
        {submit}
        {onBack && (
          <Button look="quiet" size="large" onClick={onBack}>
            Back
          </Button>
        )}
      </Actions>
    </Form>
  );
}
