import { type FormEvent, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Form } from "../../ui/field.tsx";
import { Alert } from "../../ui/alert.tsx";
import { useDraft } from "./drafts.ts";
import { type FieldsOf, fieldsOf, type FormAround, FormContext, SubmitButton, useFormAround } from "./fields.tsx";
import { createFormState, type FormState } from "./form-state.ts";
import { fetchRules, type Rules } from "./rules.ts";

/** Why a form was not taken although its schema had admitted it: what stands above the fields, and what stands at single ones. */
export interface Refusal<Values> {
  title?: string | undefined;
  detail?: string | undefined;
  fields?: Partial<Record<keyof Values & string, string | undefined>>;
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

/** A form of a page: its fields, and what `AppForm` draws around them. */
export interface FormOf<Values> extends FieldsOf<Values>, FormToDraw {
  readonly state: FormState<Values>;
  SubmitButton: typeof SubmitButton;
  setFieldValue<Name extends keyof Values & string>(name: Name, value: Values[Name]): void;
  /** Back to what it began with, or to the given values. */
  reset(values?: Values): void;
  /** What was typed; null where nobody has touched the form. */
  typed(): Values | null;
  /** Gives back what was typed before. */
  restore(values: Partial<Values>): void;
}

/**
 * A form with fields of the house, to be drawn by `AppForm`. A press ends in `onSubmit` or in every message that applies; an edited field
 * loses its message, and gets it back at the next press if it is still wrong. What was typed outlasts a session that the server ended.
 */
export function useAppForm<Values extends object, Output>(options: AppFormOptions<Values, Output>): FormOf<Values> {
  const latest = useRef(options);
  const [{ form, follow }] = useState(() => createForm(options.defaultValues, () => latest.current));
  useLayoutEffect(() => {
    latest.current = options;
    follow(options.defaultValues);
  });
  useDraft(form);
  return form;
}

function createForm<Values extends object, Output>(initial: Values, options: () => AppFormOptions<Values, Output>) {
  const store = createFormState(initial);
  const { get, subscribe, change } = store;

  /** Asks the schema; what it admits, or null where it refused and that is said. */
  function judge(): { output: Output } | null {
    const { schema, onRefused } = options();
    const judged = schema["~standard"].validate(get().values);
    if (judged instanceof Promise) throw new Error("A form's schema answers at once");
    const unsaid = store.judge(judged.issues ?? []);
    if (!judged.issues) return { output: judged.value };
    const title = onRefused?.(get().values) ?? unsaid;
    if (title !== undefined) change({ failure: { title } });
    return null;
  }

  async function send(output: Output): Promise<void> {
    change({ isSubmitting: true });
    try {
      const answer = await options().onSubmit(output);
      const { title, detail, fields }: Refusal<Values> = typeof answer === "string" ? { title: answer } : (answer ?? {});
      if (title !== undefined) change({ failure: { title, ...(detail !== undefined && { detail }) } });
      if (fields !== undefined) change({ errors: { ...fields } });
    } finally {
      change({ isSubmitting: false });
    }
  }

  const form: FormOf<Values> = {
    ...fieldsOf(store, () => options().onEdit?.(get().values)),
    SubmitButton,
    around: { get, subscribe },
    get state() {
      return get();
    },
    setFieldValue: store.edit,
    reset: store.reset,
    typed: store.typed,
    restore: store.restore,
    fetchRules: () => fetchRules(options().schema),
    fail: (title) => change({ failure: { title } }),
    async press(onAdmitted) {
      const admitted = judge();
      if (!admitted) return;
      onAdmitted?.();
      await send(admitted.output);
    },
  };
  return { form, follow: store.follow };
}

const unreachable = "Hearth could not be reached. Please try again.";

/** As much of a form as `AppForm` needs; each form of `useAppForm` has it. */
export interface FormToDraw {
  around: FormAround;
  /** What has to be fetched before the form can be pressed; null where all is there. */
  fetchRules(): Promise<void> | null;
  /** Says above the fields why nothing was sent. */
  fail(title: string): void;
  /** Asks the schema and sends what it admits, telling it first; resolves when the answer is shown. */
  press(onAdmitted?: () => void): Promise<void>;
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

  const isSending = () => form.around.get().isSubmitting;

  /** Whoever is in a field will press soon. */
  function prepare() {
    form.fetchRules()?.catch(() => undefined);
  }

  async function press(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation(); // a form in a dialog of another one is not the other one
    if (isSending()) return;
    const rules = form.fetchRules();
    // Only where it must: after a wait, no window may be opened any more.
    if (rules && !(await isDone(rules))) return form.fail(unreachable);
    if (isSending()) return;
    await form.press(onPress);
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
  return <InForm of={form}>{free ? <form {...attributes}>{parts}</form> : <Form {...attributes}>{parts}</Form>}</InForm>;
}

/** Lets parts of a form stand outside its `AppForm`: its button at the foot of a dialog. */
export function InForm({ of, children }: { of: FormToDraw; children: ReactNode }) {
  return <FormContext value={of.around}>{children}</FormContext>;
}

/** Why the form around it was not taken; gone after any edit. */
export function FormFailure() {
  const failure = useFormAround((state) => state.failure);
  if (!failure) return null;
  return (
    <Alert tone="bad" title={failure.title} announce>
      {failure.detail}
    </Alert>
  );
}

/** Whether what was waited for came. */
function isDone(wait: Promise<void>): Promise<boolean> {
  return wait.then(
    () => true,
    () => false,
  );
}
