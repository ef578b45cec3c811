import { confirmSecondFactorInput } from "@hearth/domain/auth/second-factor";
import { type ReactNode, useState } from "react";
import { useAppForm } from "../../../kit/form/form.tsx";
import { useFirstErrorFocus } from "../../../kit/form/use-first-error-focus.ts";
import { Form } from "../../../ui/field.tsx";
import { Note } from "../../../ui/note.tsx";
import { TextButton } from "../../../ui/text-anchor.tsx";
import type { FormOutcome } from "../outcome.ts";

interface CodeFormProps {
  label: string;
  /** What the button says. */
  action: string;
  onSubmit: (code: string) => Promise<FormOutcome>;
  /** Whether a recovery code may stand in for the app. */
  withRecovery?: boolean;
  /** Stands below the button. */
  foot?: ReactNode;
}

/** One code, of the app or a recovery code. What the server says against it stands above and goes away on edit. */
export function CodeForm({ label, action, onSubmit, withRecovery = false, foot }: CodeFormProps) {
  const [isRecovery, setRecovery] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { ref, onSubmitInvalid } = useFirstErrorFocus();
  const form = useAppForm({
    defaultValues: { code: "" },
    canSubmitWhenInvalid: true,
    validators: { onSubmit: confirmSecondFactorInput },
    listeners: { onChange: () => setFailure(null) },
    onSubmitInvalid,
    onSubmit: async ({ value }) => {
      setFailure(null);
      const outcome = await onSubmit(value.code);
      if (!outcome.ok) setFailure(outcome.message);
    },
  });
  return (
    <Form
      ref={ref}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        void form.handleSubmit();
      }}
    >
      {failure && <Note tone="bad" title={failure} announce />}
      <form.AppField name="code">{(field) => <field.CodeField autoFocus {...codeWords(isRecovery)} />}</form.AppField>
      {withRecovery && (
        <div>
          <TextButton
            size="small"
            onClick={() => {
              form.reset();
              setFailure(null);
              setRecovery(!isRecovery);
            }}
          >
            {isRecovery ? "Use the authenticator app" : "Use a recovery code instead"}
          </TextButton>
        </div>
      )}
      <form.AppForm>
        <form.SubmitButton size="large" wide>
          {action}
        </form.SubmitButton>
      </form.AppForm>
      {foot}
    </Form>
  );
}

/** How the field of a code is called, for the app or a recovery code. */
export function codeWords(isRecovery: boolean) {
  return isRecovery
    ? { label: "Recovery code", hint: "One of those you kept when you set it up; each counts once.", digitsOnly: false }
    : { label: "Code", hint: "The six digits that your authenticator app shows for Hearth.", digitsOnly: true };
}
