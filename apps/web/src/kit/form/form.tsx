import { type FormEvent, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Form } from "../../ui/field.tsx";
import { Alert } from "../../ui/alert.tsx";
import { TextButton } from "../../ui/text-anchor.tsx";
import { Dot, Text } from "../../ui/typography.tsx";
import { type UnsavedPart, useUnsavedPart } from "../../ui/unsaved-parts.ts";
import { createDraftKeeper, useDraft, withoutSecrets } from "./drafts.ts";
import { type FieldsOf, fieldsOf, type FormAround, FormContext, SubmitButton, useFormAround } from "./fields.tsx";
import { createFormState, type FormState } from "./form-state.ts";
import { loadSchema, type Rules } from "./rules.ts";

/** Why a valid form was refused: messages for the form and for single fields. */
export interface Refusal<Values> {
  title?: string | undefined;
  detail?: string | undefined;
  fields?: Partial<Record<keyof Values & string, string | undefined>>;
}

interface AppFormOptions<Values, Output> {
  defaultValues: Values;
  /** Version of the record that `defaultValues` were read from. The form keeps the one that it was filled from until it is saved or reset. */
  version?: string | undefined;
  /** Validates on submit only. Its issues are the messages. */
  schema: Rules<Output, NoInfer<Values>>;
  /** Id of the object that the form is about, if the page's address does not name it. Tells drafts of such forms apart. */
  about?: string | undefined;
  /** Reason to keep no draft of what is typed into this form. */
  undrafted?: string | undefined;
  /** Called after each edit, and after the edits were discarded. */
  onEdit?: ((values: Values) => void) | undefined;
  /** Called after the schema refused. May return a message for the form. */
  onRefused?: ((values: Values) => string | undefined) | undefined;
  /** Sends the valid values. `version`: the one that the form was filled from. Returns the refusal, or nothing on success. */
  onSubmit: (output: Output, version: string) => Answer<Values> | Promise<Answer<Values>>;
}

type Answer<Values> = string | Refusal<Values> | null | undefined | void;

/** A form: its fields, and the handle that `AppForm` renders. */
export interface FormOf<Values> extends FieldsOf<Values>, FormHandle {
  readonly state: FormState<Values>;
  SubmitButton: typeof SubmitButton;
  /** Resets to the default values, or to the given ones. */
  reset(values?: Values): void;
}

/**
 * Creates a form, to be rendered by `AppForm`. Submitting calls `onSubmit` or shows all messages.
 * Editing a field clears its message until the next submit. Typed values are kept as a draft in this window until they are saved.
 */
export function useAppForm<Values extends object, Output>(options: AppFormOptions<Values, Output>): FormOf<Values> {
  const latest = useRef(options);
  const [{ form, store, drafted }] = useState(() => createForm(options, () => latest.current));
  useLayoutEffect(() => {
    latest.current = options;
    store.follow(options.defaultValues, options.version);
  });
  useDraft(drafted, { about: options.about, undrafted: options.undrafted });
  return form;
}

function createForm<Values extends object, Output>(
  { defaultValues, version }: AppFormOptions<Values, Output>,
  options: () => AppFormOptions<Values, Output>,
) {
  const store = createFormState(defaultValues, version);
  const { get, subscribe, change } = store;
  const drafted = { draft: createDraftKeeper(store), fields: () => Object.keys(get().values) };

  /** Validates the values. Returns the output, or null after showing the messages. */
  function validate(): { output: Output } | null {
    const { schema, onRefused } = options();
    const validated = schema["~standard"].validate(get().values);
    if (validated instanceof Promise) throw new Error("A form's schema must validate synchronously");
    const unshown = store.applyIssues(validated.issues ?? []);
    if (!validated.issues) return { output: validated.value };
    const title = onRefused?.(get().values) ?? unshown;
    if (title !== undefined) change({ failure: { title } });
    return null;
  }

  async function send(output: Output): Promise<void> {
    change({ isSubmitting: true });
    const sent = get().values;
    try {
      const answer = await options().onSubmit(output, store.version());
      if (answer == null) store.saved(sent);
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
    reset: store.reset,
    hasChanges: () => !get().isSubmitting && Object.keys(withoutSecrets(store.edited())).length > 0,
    discard: () => {
      store.reset();
      options().onEdit?.(get().values);
    },
    showCurrent: store.showCurrent,
    bringBack: store.bringBack,
    loadSchema: () => loadSchema(options().schema),
    fail: (title) => change({ failure: { title } }),
    async submit(onValid) {
      const valid = validate();
      if (!valid) return;
      onValid?.();
      await send(valid.output);
    },
  };
  return { form, store, drafted };
}

/** Version of a record that has none: what the form showed of it. */
export function versionOf(shown: object): string {
  return JSON.stringify(shown);
}

/** The values of a `versionOf`, to be sent to the server, which refuses to change a record that shows something else. */
export function seenIn<Shown extends object>(version: string): Shown {
  const shown: Shown = JSON.parse(version);
  return shown;
}

const unreachable = "Hearth could not be reached. Please try again.";

/** The part of a form that `AppForm` needs. */
export interface FormHandle extends UnsavedPart {
  around: FormAround;
  /** Resets to the record as it is now, and sets aside what was typed. */
  showCurrent(): void;
  /** Restores what was set aside. */
  bringBack(): void;
  /** Loads the schema if needed. Returns null if it is loaded. */
  loadSchema(): Promise<void> | null;
  /** Shows a message above the fields. */
  fail(title: string): void;
  /** Validates and submits. Calls `onValid` before sending. Resolves when the result is shown. */
  submit(onValid?: () => void): Promise<void>;
}

interface AppFormProps {
  form: FormHandle;
  /** Accessible name of the form. */
  label: string;
  children: ReactNode;
  id?: string;
  className?: string | undefined;
  /** Disables the vertical layout of the form's parts. */
  free?: boolean;
  /** Leaves the placement of `FormFailure` to the form, instead of showing it first. */
  ownFailure?: boolean;
  /** Called within the click of a valid submit, the only moment when a browser allows opening a window. */
  onPress?: () => void;
}

/** Renders a form, handles its submit, shows its refusal and moves the focus to the first invalid field. */
export function AppForm({ form, label, children, id, className, free = false, ownFailure = false, onPress }: AppFormProps) {
  const ref = useRef<HTMLFormElement>(null);
  useUnsavedPart(form);

  const isSending = () => form.around.get().isSubmitting;

  /** Preloads the schema when a field gets the focus. */
  function prepare() {
    form.loadSchema()?.catch(() => undefined);
  }

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation(); // A form in a dialog must not submit the form around it
    if (isSending()) return;
    const rules = form.loadSchema();
    // Waits only if necessary, because no window can be opened after a wait.
    if (rules && !(await isDone(rules))) return form.fail(unreachable);
    if (isSending()) return;
    await form.submit(onPress);
    flushSync(() => undefined); // Renders the errors, so that the focus can move to them
    ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  const attributes = {
    ref,
    id,
    className,
    "aria-label": label,
    noValidate: true,
    onFocus: prepare,
    onSubmit: (event: FormEvent) => void handleSubmit(event),
  };
  const parts = (
    <>
      {!ownFailure && <FormFailure />}
      <FormNote form={form} />
      {children}
    </>
  );
  return <InForm form={form}>{free ? <form {...attributes}>{parts}</form> : <Form {...attributes}>{parts}</Form>}</InForm>;
}

/** Provides a form's context outside of its `AppForm`, for instance for a button in a dialog's foot. */
export function InForm({ form, children }: { form: FormHandle; children: ReactNode }) {
  return <FormContext value={form.around}>{children}</FormContext>;
}

/** Says that the form does not show the record as it is now, or not what was typed, and offers to change that. */
function FormNote({ form }: { form: FormHandle }) {
  const isOutdated = useFormAround((state) => state.isOutdated && !state.isSubmitting);
  const isRestored = useFormAround((state) => state.isRestored);
  const isSetAside = useFormAround((state) => state.isSetAside);
  if (!isOutdated && !isRestored && !isSetAside) return null;
  return (
    <div role="status">
      {isRestored && (
        <Text size="note" muted>
          Restored what you typed
          <Dot />
          <TextButton size="small" onClick={form.discard}>
            Clear
          </TextButton>
        </Text>
      )}
      {isOutdated && (
        <Text size="note" muted>
          This changed while you were editing.{" "}
          <TextButton size="small" onClick={form.showCurrent}>
            Show what is there now
          </TextButton>
        </Text>
      )}
      {isSetAside && (
        <Text size="note" muted>
          This is what is there now.{" "}
          <TextButton size="small" onClick={form.bringBack}>
            Bring back what you typed
          </TextButton>
        </Text>
      )}
    </div>
  );
}

/** Shows why the enclosing form was refused, until the next edit. */
export function FormFailure() {
  const failure = useFormAround((state) => state.failure);
  if (!failure) return null;
  return (
    <Alert tone="bad" title={failure.title} announce>
      {failure.detail}
    </Alert>
  );
}

/** Resolves to true if the promise was fulfilled. */
function isDone(wait: Promise<void>): Promise<boolean> {
  return wait.then(
    () => true,
    () => false,
  );
}
