import { createFormHook, createFormHookContexts } from "@tanstack/react-form";
import { type ReactNode, useId } from "react";
import { AmountEntry } from "../../ui/amount-entry.tsx";
import { Button, type ButtonProps } from "../../ui/button.tsx";
import { DayInput } from "../../ui/day-input.tsx";
import {
  CodeInput,
  Checkbox,
  type CheckboxProps,
  Input,
  PasswordInput,
  Select,
  Textarea,
  type InputProps,
  type PasswordInputProps,
  type SelectProps,
  type TextareaProps,
} from "../../ui/inputs.tsx";
import { Field, FieldError, type FieldProps } from "../../ui/field.tsx";

/** The form around a component: for `form.tsx` and the components of forms. */
export const { fieldContext, formContext, useFieldContext, useFormContext } = createFormHookContexts();

type FieldWords = Pick<FieldProps, "label" | "hint" | "optional" | "count" | "className"> & {
  /** A sentence that stands for several fields and is shown once by the form: the field is marked, the sentence not repeated. */
  sharedError?: string | undefined;
};

/** What is wrong with a field, as the schema's first sentence. */
export function firstMessage(errors: readonly unknown[]): string | undefined {
  const [error] = errors;
  if (typeof error === "string") return error;
  return typeof error === "object" && error !== null && "message" in error ? String(error.message) : undefined;
}

function BoundField({ sharedError, children, ...words }: FieldWords & { children: ReactNode }) {
  const field = useFieldContext<string>();
  const message = firstMessage(field.state.meta.errors);
  const isShared = message !== undefined && message === sharedError;
  return (
    <Field {...words} error={isShared ? undefined : message} invalid={isShared}>
      {children}
    </Field>
  );
}

/**
 * The library is told of edits alone. On leaving a field it would take the field's message away though nothing was mended; and as leaving
 * begins with pressing the button, the button would move from under the pointer and the press be lost.
 */
function useControl() {
  const field = useFieldContext<string>();
  return {
    name: field.name,
    value: field.state.value,
    onChange: (event: { target: { value: string } }) => field.handleChange(event.target.value),
  };
}

function TextField({ label, hint, optional, count, className, sharedError, ...input }: FieldWords & InputProps) {
  return (
    <BoundField {...{ label, hint, optional, count, className, sharedError }}>
      <Input {...useControl()} {...input} />
    </BoundField>
  );
}

/** An email address, as it is typed: nothing corrects its spelling or its capitals. */
function EmailField({ label = "Email", ...rest }: Omit<FieldWords, "label"> & { label?: string } & InputProps) {
  return <TextField label={label} type="email" autoCapitalize="none" spellCheck={false} {...rest} />;
}

function PasswordField({ label, hint, optional, count, className, sharedError, ...input }: FieldWords & PasswordInputProps) {
  return (
    <BoundField {...{ label, hint, optional, count, className, sharedError }}>
      <PasswordInput {...useControl()} {...input} />
    </BoundField>
  );
}

function SelectField({ label, hint, optional, count, className, sharedError, ...input }: FieldWords & SelectProps) {
  return (
    <BoundField {...{ label, hint, optional, count, className, sharedError }}>
      <Select {...useControl()} {...input} />
    </BoundField>
  );
}

function TextareaField({ label, hint, optional, count, className, sharedError, ...input }: FieldWords & TextareaProps) {
  return (
    <BoundField {...{ label, hint, optional, count, className, sharedError }}>
      <Textarea {...useControl()} {...input} />
    </BoundField>
  );
}

function CodeField({ label, hint, digitsOnly, ...input }: FieldWords & Parameters<typeof CodeInput>[0]) {
  return (
    <BoundField {...{ label, hint }}>
      <CodeInput digitsOnly={digitsOnly} {...useControl()} {...input} />
    </BoundField>
  );
}

function DayField(words: FieldWords) {
  const field = useFieldContext<string>();
  return (
    <BoundField {...words}>
      <DayInput name={field.name} value={field.state.value} onDay={field.handleChange} />
    </BoundField>
  );
}

function CheckboxField({ label, hint }: Pick<CheckboxProps, "label" | "hint">) {
  const field = useFieldContext<boolean>();
  const message = firstMessage(field.state.meta.errors);
  const errorId = useId();
  return (
    <>
      <Checkbox
        label={label}
        hint={hint}
        name={field.name}
        checked={field.state.value}
        aria-invalid={message !== undefined}
        aria-describedby={message === undefined ? undefined : errorId}
        onChange={({ target }) => field.handleChange(target.checked)}
      />
      {message !== undefined && <FieldError id={errorId}>{message}</FieldError>}
    </>
  );
}

function AmountField(words: FieldWords) {
  const field = useFieldContext<string>();
  return (
    <BoundField {...words}>
      <AmountEntry name={field.name} value={field.state.value} onChange={field.handleChange} />
    </BoundField>
  );
}

/** The button of a form: busy while it submits, so that it cannot be pressed twice. */
export function SubmitButton({ children, ...rest }: Omit<ButtonProps, "type" | "busy">) {
  const form = useFormContext();
  return (
    <form.Subscribe selector={(state) => state.isSubmitting}>
      {(isSubmitting) => (
        <Button variant="primary" {...rest} type="submit" busy={isSubmitting}>
          {children}
        </Button>
      )}
    </form.Subscribe>
  );
}

/** A form of the library with the fields of the house, for `form.tsx` alone: pages use `useAppForm`. */
export const { useAppForm: useFieldsForm, withFieldGroup } = createFormHook({
  fieldContext,
  formContext,
  fieldComponents: { TextField, EmailField, PasswordField, SelectField, TextareaField, CodeField, DayField, CheckboxField, AmountField },
  formComponents: { SubmitButton },
});
