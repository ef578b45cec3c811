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

/** The form around a part of it. */
export interface FormAround {
  subscribe: (listener: () => void) => () => void;
  get: () => FormState<unknown>;
}

export const FormContext = createContext<FormAround | null>(null);

/** What a part of a form draws of the form around it; the same until that changes. */
export function useFormAround<Part>(part: (state: FormState<unknown>) => Part): Part {
  const form = useContext(FormContext);
  if (!form) throw new Error("This stands in a form");
  return useSyncExternalStore(form.subscribe, () => part(form.get()));
}

/** One value of a form, for the control that shows and changes it. */
interface Bound {
  name: string;
  value: unknown;
  error: string | undefined;
  change(value: unknown): void;
}

const BoundContext = createContext<Bound | null>(null);

function useBound(): Bound {
  const bound = useContext(BoundContext);
  if (!bound) throw new Error("This stands in a field of a form");
  return bound;
}

/** One value of a form that is text, for controls beside those of this file. */
export function useTextField(): { name: string; value: string; onChange: (value: string) => void } {
  const { name, value, change } = useBound();
  if (typeof value !== "string") throw new Error(`${name} is no text`);
  return { name, value, onChange: change };
}

/** What a field says of itself. */
export type FieldWords = Pick<FieldProps, "label" | "hint" | "optional" | "count" | "className"> & {
  /** A sentence that stands for several fields and is shown once by the form: the field is marked, the sentence not repeated. */
  sharedError?: string | undefined;
};

interface BoundFieldProps extends FieldWords {
  /** What is said before any press, of what is being typed. */
  atOnce?: string | undefined;
  children: ReactNode;
}

/** A field of a form with the control inside it, and what is wrong with it. */
export function BoundField({ sharedError, atOnce, children, ...words }: BoundFieldProps) {
  const { error } = useBound();
  const message = error ?? atOnce;
  const isShared = message !== undefined && message === sharedError;
  return (
    <Field {...words} error={isShared ? undefined : message} invalid={isShared}>
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

/** The button of a form: busy while it submits, so that it cannot be pressed twice. */
export function SubmitButton({ children, ...rest }: Omit<ButtonProps, "type" | "busy">) {
  const isSubmitting = useFormAround((state) => state.isSubmitting);
  return (
    <Button variant="primary" {...rest} type="submit" busy={isSubmitting}>
      {children}
    </Button>
  );
}

const parts = { TextField, EmailField, PasswordField, SelectField, TextareaField, CodeField, CheckboxField };

/** A field as its form hands it out: the controls of the house, its value and what is wrong with it. */
interface FieldOf<Value> extends Readonly<typeof parts> {
  value: Value;
  error: string | undefined;
  change(value: Value): void;
}

/** The fields of a form that has these values, among others. */
export interface FieldsOf<Values> {
  /** One field, drawn by what it hands out. */
  AppField<Name extends keyof Values & string>(props: { name: Name; children(field: FieldOf<Values[Name]>): ReactNode }): ReactNode;
  /** One part of an item of a list. */
  ItemField(props: {
    of: keyof Values & string;
    place: number;
    name: string;
    children(field: Readonly<typeof parts>): ReactNode;
  }): ReactNode;
  /** Draws again whenever the form changes, for what depends on more than one field. */
  Subscribe<Part>(props: { selector(state: FormState<Values>): Part; children(part: Part): ReactNode }): ReactNode;
}

/** The fields of a form; each is drawn again when its own value changes, or what is wrong with it. `onEdit` follows each change. */
export function fieldsOf<Values extends object>(
  { subscribe, get, stand, edit, editItem }: ReturnType<typeof createFormState<Values>>,
  onEdit: () => void,
): FieldsOf<Values> {
  function useField(name: string): string | undefined {
    useEffect(() => stand(name), [name]);
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
    ItemField({ of, place, name: part, children }) {
      const name = itemName(of, place, part);
      const error = useField(name);
      const value = useSyncExternalStore(subscribe, () => itemsOf(get().values[of])[place]?.[part]);
      const change = (next: unknown) => {
        editItem(of, place, part, next);
        onEdit();
      };
      return <BoundContext value={{ name, value, error, change }}>{children(parts)}</BoundContext>;
    },
    Subscribe({ selector, children }) {
      return children(selector(useSyncExternalStore(subscribe, get)));
    },
  };
}
