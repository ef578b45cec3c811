/** Why a form was refused, shown above its fields. */
export interface Failure {
  title: string;
  detail?: string;
}

export interface FormState<Values> {
  readonly values: Values;
  readonly isSubmitting: boolean;
  /** Errors by field name: `email`, or `others[0].email` for a field of a list's item. */
  readonly errors: Errors;
  readonly failure: Failure | null;
  /** True if the record changed after the form was filled from it, and the form keeps what was typed. */
  readonly isOutdated: boolean;
  /** True if the form shows values that were typed earlier and restored. */
  readonly isRestored: boolean;
  /** True if `bringBack` can restore what was typed before `showCurrent`. */
  readonly isSetAside: boolean;
}

/** The values that fill a form, and the version of the record that they were read from. */
interface Source<Values> {
  values: Values;
  /** Empty if the record has none. */
  version: string;
}

type Errors = Readonly<Record<string, string | undefined>>;

/** A validation error with its path. */
export interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** Store of a form: its values, errors and whether it is being submitted. Notifies subscribers of each change. */
export function createFormState<Values extends object>(initial: Values, version = "") {
  const listeners = new Set<() => void>();
  const onPage = new Map<string, number>();
  /** The record as it is now. */
  let current: Source<Values> = { values: initial, version };
  /** The record as it was when the form was filled from it. */
  let began = current;
  let isTouched = false;
  /** Values that were typed before the current record was shown. */
  let setAside: Partial<Values> = {};
  let state = untouched(initial);

  function change(part: Partial<FormState<Values>>): void {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  }

  /** Fills the form from the given values. */
  function fill(values: Values): void {
    isTouched = false;
    began = { values, version: current.version };
    setAside = {};
    change(untouched(values));
  }

  function edited(): Partial<Values> {
    if (!isTouched) return {};
    const typed: Partial<Values> = { ...state.values };
    for (const name in typed) if (isSame(typed[name], began.values[name])) delete typed[name];
    return typed;
  }

  return {
    get: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change,
    /** Registers a field as present on the page. Returns a function that unregisters it. */
    registerField(name: string): () => void {
      onPage.set(name, (onPage.get(name) ?? 0) + 1);
      return () => onPage.set(name, (onPage.get(name) ?? 0) - 1);
    },
    /** Sets a value. Clears the field's error and the form's. */
    edit<Name extends keyof Values & string>(name: Name, value: Values[Name]): void {
      isTouched = true;
      change({ values: { ...state.values, [name]: value }, errors: without(state.errors, name), failure: null });
    },
    /** Sets a value of an item in a list. */
    editItem(name: keyof Values & string, place: number, part: string, value: unknown): void {
      isTouched = true;
      const items = itemsOf(state.values[name]).map((item, index) => (index === place ? { ...item, [part]: value } : item));
      const errors = without(state.errors, itemName(name, place, part));
      change({ values: { ...state.values, [name]: items }, errors, failure: null });
    },
    /**
     * Replaces the errors with a schema's issues.
     * @returns the first message without a field on the page, which the form must show.
     */
    applyIssues(issues: readonly Issue[]): string | undefined {
      isTouched = true;
      const errors: Record<string, string> = {};
      for (const { message, path = [] } of issues) errors[nameOf(path)] ??= message;
      change({ errors, failure: null });
      return Object.keys(errors).flatMap((name) => (onPage.get(name) ? [] : (errors[name] ?? [])))[0];
    },
    /** Version of the record that the form was filled from. */
    version: () => began.version,
    /** Resets to the current default values, or to the given ones. */
    reset: (values = current.values) => fill(values),
    /** Returns the values that differ from those that filled the form. */
    edited,
    /** Restores values that were typed earlier, over a record of the given version. */
    restore(values: Partial<Values>, typedOver: string): void {
      isTouched = true;
      began = { ...began, version: typedOver };
      change({ values: { ...state.values, ...values }, isOutdated: current.version !== typedOver, isRestored: true });
    },
    /** Shows the record as it is now, and sets aside what was typed. */
    showCurrent(): void {
      const typed = edited();
      fill(current.values);
      setAside = typed;
      change({ isSetAside: Object.keys(typed).length > 0 });
    },
    /** Restores what `showCurrent` set aside, over the record as it is now. */
    bringBack(): void {
      isTouched = true;
      change({ values: { ...state.values, ...setAside }, isSetAside: false });
    },
    /** Ends the edit of the values that were sent. Later edits stay. */
    saved(sent: Values): void {
      const isCurrent = isSame(current, began);
      began = current;
      setAside = {};
      isTouched &&= state.values !== sent;
      const values = isTouched || isCurrent ? state.values : current.values;
      change({ values, isOutdated: false, isRestored: false, isSetAside: false });
    },
    /** Changes the default values and their version. If nothing was edited, also fills the form from them. */
    follow(values: Values, newVersion = ""): void {
      current = { values, version: newVersion };
      if (isTouched) {
        const isOutdated = newVersion !== began.version;
        if (isOutdated !== state.isOutdated) change({ isOutdated });
        return;
      }
      const isUnchanged = isSame(values, began.values);
      began = current;
      if (!isUnchanged) change({ values });
    },
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function untouched<Values>(values: Values): FormState<Values> {
  return { values, isSubmitting: false, errors: {}, failure: null, isOutdated: false, isRestored: false, isSetAside: false };
}

/** Removes the errors of a field, including those of a list's items. */
function without(errors: Errors, name: string): Errors {
  return Object.fromEntries(Object.entries(errors).filter(([key]) => key !== name && !key.startsWith(`${name}[`)));
}

/** Returns the items of a list value, or none if it is no list. */
export function itemsOf(value: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(value) ? value : [];
}

/** Name of a field of a list's item. */
export function itemName(name: string, place: number, part: string): string {
  return `${name}[${place}].${part}`;
}

function nameOf(path: NonNullable<Issue["path"]>): string {
  return path
    .map((step) => (typeof step === "object" ? step.key : step))
    .reduce<string>((name, key) => (typeof key === "number" ? `${name}[${key}]` : `${name}${name && "."}${String(key)}`), "");
}
