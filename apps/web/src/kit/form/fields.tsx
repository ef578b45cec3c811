import { createContext, type ReactNode, useContext, useEffect, useId, useSyncExternalStore } from "react";
import { Button, type ButtonProps } from "../../ui/button.tsx";
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
import { type createFormState, type FormState, itemName, itemsOf } from "./form-state.ts";

/** Context of a form for its parts. */
export interface FormAround {
  subscribe: (listener: () => void) => () => void;
  get: () => FormState<unknown>;
}

export const FormContext = createContext<FormAround | null>(null);

/** Selects a part of the enclosing form's state. Re-renders when the part changes. */
export function useFormAround<Part>(part: (state: FormState<unknown>) => Part): Part {
  const form = useContext(FormContext);
  if (!form) throw new Error("This component must be inside of an AppForm");
  return useSyncExternalStore(form.subscribe, () => part(form.get()));
}

/** A form value for the control that edits it. */
interface Bound {
  name: string;
  value: unknown;
  error: string | undefined;
  change(value: unknown): void;
}

const BoundContext = createContext<Bound | null>(null);

function useBound(): Bound {
  const bound = useContext(BoundContext);
  if (!bound) throw new Error("This component must be inside of a form field");
  return bound;
}

/** Returns the text value of the enclosing field, for controls defined elsewhere. */
export function useTextField(): { name: string; value: string; onChange: (value: string) => void } {
  const { name, value, change } = useBound();
  if (typeof value !== "string") throw new Error(`The value of ${name} is not a text`);
  return { name, value, onChange: change };
}

/** Labels of a field. */
export type FieldWords = Pick<FieldProps, "label" | "hint" | "optional" | "count" | "className"> & {
  /** Error that is shown once for several fields by the form. The field is only marked as invalid. */
  sharedError?: string | undefined;
};

interface BoundFieldProps extends FieldWords {
  /** Error shown while typing, before submitting. */
  atOnce?: string | undefined;
  children: ReactNode;
}

/** A form field with its control and error. */
export function BoundField({ sharedError, atOnce, children, ...texts }: BoundFieldProps) {
  const { error } = useBound();
  const message = error ?? atOnce;
  const isShared = message !== undefined && message === sharedError;
  return (
    <Field {...texts} error={isShared ? undefined : message} invalid={isShared}>
      {children}
    </Field>
  );
}

function useControl() {
  const { onChange, ...control } = useTextField();
  return { ...control, onChange: (event: { target: { value: string } }) => onChange(event.target.value) };
}

function TextField({ label, hint, optional, count, className, sharedError, ...input }: FieldWords & InputProps) {
  return (
    <BoundField {...{ label, hint, optional, count, className, sharedError }}>
      <Input {...useControl()} {...input} />
    </BoundField>
  );
}

/** Email input without spelling correction and capitalization. */
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

function CheckboxField({ label, hint }: Pick<CheckboxProps, "label" | "hint">) {
  const { name, value, error, change } = useBound();
  const errorId = useId();
  return (
    <>
      <Checkbox
        label={label}
        hint={hint}
        name={name}
        checked={value === true}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : errorId}
        onChange={({ target }) => change(target.checked)}
      />
      {error !== undefined && <FieldError id={errorId}>{error}</FieldError>}
    </>
  );
}

/** Submit button. Busy while submitting, so that it cannot be clicked twice. */
export function SubmitButton({ children, ...rest }: Omit<ButtonProps, "type" | "busy">) {
  const isSubmitting = useFormAround((state) => state.isSubmitting);
  return (
    <Button variant="primary" {...rest} type="submit" busy={isSubmitting}>
      {children}
    </Button>
  );
}

const parts = { TextField, EmailField, PasswordField, SelectField, TextareaField, CodeField, CheckboxField };

/** Field passed to `AppField`: controls, value and error. */
interface FieldOf<Value> extends Readonly<typeof parts> {
  value: Value;
  error: string | undefined;
  change(value: Value): void;
}

/** Field components of a form with at least these values. */
export interface FieldsOf<Values> {
  /** Renders a field with its controls, value and error. */
  AppField<Name extends keyof Values & string>(props: { name: Name; children(field: FieldOf<Values[Name]>): ReactNode }): ReactNode;
  /** Renders a field of an item in a list. */
  ItemField(props: {
    /** Name of the list. */
    list: keyof Values & string;
    place: number;
    name: string;
    children(field: Readonly<typeof parts>): ReactNode;
  }): ReactNode;
  /** Re-renders on form changes, for content that depends on several fields. */
  Subscribe<Part>(props: { selector(state: FormState<Values>): Part; children(part: Part): ReactNode }): ReactNode;
}

/** Creates the field components of a form. Each re-renders when its own value or error changes. `onEdit` is called after each edit. */
export function fieldsOf<Values extends object>(
  { subscribe, get, registerField, edit, editItem }: ReturnType<typeof createFormState<Values>>,
  onEdit: () => void,
): FieldsOf<Values> {
  function useField(name: string): string | undefined {
    useEffect(() => registerField(name), [name]);
    return useSyncExternalStore(subscribe, () => get().errors[name]);
  }
  return {
    AppField({ name, children }) {
      const error = useField(name);
      const value = useSyncExternalStore(subscribe, () => get().values[name]);
      const change = (next: typeof value) => {
        edit(name, next);
        onEdit();
      };
      return <BoundContext value={{ name, value, error, change }}>{children({ ...parts, value, error, change })}</BoundContext>;
    },
    ItemField({ list, place, name: part, children }) {
      const name = itemName(list, place, part);
      const error = useField(name);
      const value = useSyncExternalStore(subscribe, () => itemsOf(get().values[list])[place]?.[part]);
      const change = (next: unknown) => {
        editItem(list, place, part, next);
        onEdit();
      };
      return <BoundContext value={{ name, value, error, change }}>{children(parts)}</BoundContext>;
    },
    Subscribe({ selector, children }) {
      return children(selector(useSyncExternalStore(subscribe, get)));
    },
  };
}
