import type { AnyFormApi, DeepKeys } from "@tanstack/react-form";
import { type ComponentType, type FormEvent, type PropsWithChildren, type ReactNode, useRef } from "react";
import { flushSync } from "react-dom";
import { Form } from "../../ui/field.tsx";
import { Alert } from "../../ui/alert.tsx";
import { firstMessage, useFieldsForm, useFormContext } from "./fields.tsx";
import { fetchRules, type Rules } from "./rules.ts";

export { withFieldGroup } from "./fields.tsx";

/** Why a form was not taken although its schema had admitted it: what stands above the fields, and what stands at single ones. */
export interface Refusal<Values> {
  title?: string | undefined;
  detail?: string | undefined;
  fields?: Partial<Record<DeepKeys<Values>, string | undefined>>;
}

interface AppFormOptions<Values, Output> {
  /** What the fields begin with. */
  defaultValues: Values;
  /** Asked at each press, and only then; its issues are the messages. */
  schema: Rules<Output, NoInfer<Values>>;
  /** After any edit. */
  onEdit?: ((values: Values) => void) | undefined;
  /** After a press that the schema refused: a sentence that stands above the fields as well. */
  onRefused?: ((values: Values) => string | undefined) | undefined;
  /** Sends what the schema admitted; answers why it was refused after all, or nothing. */
  onSubmit: (output: Output) => Answer<Values> | Promise<Answer<Values>>;
}

type Answer<Values> = string | Refusal<Values> | null | undefined | void;

const unreachable = "Hearth could not be reached. Please try again.";

interface Failure {
  title: string;
  detail?: string;
}

/**
 * A form with fields of the house, to be drawn by `AppForm`. A press ends in `onSubmit` or in every message that applies; an edited field
 * loses its message, and gets it back at the next press if it is still wrong.
 */
export function useAppForm<Values extends object, Output>(options: AppFormOptions<Values, Output>) {
  const { defaultValues, schema, onEdit, onRefused, onSubmit } = options;
  return useFieldsForm<
    Values,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    Rules<Output, NoInfer<Values>>,
    undefined,
    undefined,
    undefined,
    () => Promise<Failure>,
    unknown
  >({
    defaultValues,
    canSubmitWhenInvalid: true, // the library would otherwise not even ask
    validators: { onSubmit: schema },
    listeners: { onChange: ({ formApi }) => onEdit?.(formApi.state.values) },
    onSubmitInvalid: ({ value, formApi }) => {
      const title = onRefused?.(value) ?? messageWithoutField(formApi);
      if (title !== undefined) formApi.setErrorMap({ onServer: { title } });
    },
    onSubmit: async ({ value, formApi }) => {
      const answer = await onSubmit(schema.parse(value));
      const { title, detail, fields }: Refusal<Values> = typeof answer === "string" ? { title: answer } : (answer ?? {});
      if (title !== undefined) formApi.setErrorMap({ onServer: { title, ...(detail !== undefined && { detail }) } });
      if (fields !== undefined) formApi.setErrorMap({ onSubmit: { fields } });
    },
  });
}

/** What is wrong with a value that has no field on the page, so that no field can say it. */
function messageWithoutField(form: AnyFormApi): string | undefined {
  const names = Object.keys(form.state.fieldMeta).filter((name) => !form.getFieldInfo(name).instance);
  return names.map((name) => firstMessage(form.getFieldMeta(name)?.errors ?? [])).find((message) => message !== undefined);
}

/** As much of a form as `AppForm` needs; each form of `useAppForm` has it. */
export interface FormToDraw {
  options: { validators?: { onSubmit?: unknown } };
  state: { isSubmitting: boolean; isValid: boolean };
  setErrorMap: (errors: { onServer: Failure }) => void;
  validateSync: (cause: "submit") => unknown;
  handleSubmit: () => Promise<void>;
  AppForm: ComponentType<PropsWithChildren>;
}

interface AppFormProps {
  of: FormToDraw;
  /** The form's name for screen readers. */
  label: string;
  children: ReactNode;
  id?: string;
  className?: string | undefined;
  /** Lets the form's parts stand as they like, instead of one below the other. */
  free?: boolean;
  /** Leaves it to the form where a `FormFailure` stands, instead of above everything. */
  ownFailure?: boolean;
  /** Still inside a press that will be sent, which is the only time at which a browser opens a window. */
  onPress?: () => void;
}

/** Draws a form: its press, why it was not taken, and the focus, which goes to the first field that is wrong. */
export function AppForm({ of: form, label, children, id, className, free = false, ownFailure = false, onPress }: AppFormProps) {
  const ref = useRef<HTMLFormElement>(null);

  const isSending = () => form.state.isSubmitting;

  /** Whoever is in a field will press soon. */
  function prepare() {
    fetchRules(form.options.validators?.onSubmit)?.catch(() => undefined);
  }

  async function press(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation(); // a form in a dialog of another one is not the other one
    if (isSending()) return;
    const rules = fetchRules(form.options.validators?.onSubmit);
    // Only where it must: after a wait, no window may be opened any more.
    if (rules && !(await isDone(rules))) return form.setErrorMap({ onServer: { title: unreachable } });
    if (isSending()) return;
    // The library looks first whether a field still has a message of the last press, and would then show no other.
    form.validateSync("submit");
    if (form.state.isValid) onPress?.();
    await form.handleSubmit();
    flushSync(() => undefined); // draws what is wrong, so that the focus finds it
    ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  const attributes = {
    ref,
    id,
    className,
    "aria-label": label,
    noValidate: true,
    onFocus: prepare,
    onSubmit: (event: FormEvent) => void press(event),
  };
  const parts = (
    <>
      {!ownFailure && <FormFailure />}
      {children}
    </>
  );
  return <form.AppForm>{free ? <form {...attributes}>{parts}</form> : <Form {...attributes}>{parts}</Form>}</form.AppForm>;
}

/** Why the form around it was not taken; gone after any edit. */
export function FormFailure() {
  const form = useFormContext();
  return (
    <form.Subscribe selector={({ errorMap }) => errorMap.onServer}>
      {(said: unknown) => {
        if (!isFailure(said)) return null;
        return (
          <Alert tone="bad" title={said.title} announce>
            {said.detail}
          </Alert>
        );
      }}
    </form.Subscribe>
  );
}

function isFailure(said: unknown): said is Failure {
  return typeof said === "object" && said !== null && "title" in said && typeof said.title === "string";
}

/** Whether what was waited for came. */
function isDone(wait: Promise<void>): Promise<boolean> {
  return wait.then(
    () => true,
    () => false,
  );
}
