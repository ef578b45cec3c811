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
}

type Errors = Readonly<Record<string, string | undefined>>;

/** A validation error with its path. */
export interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** Store of a form: its values, errors and whether it is being submitted. Notifies subscribers of each change. */
export function createFormState<Values extends object>(initial: Values) {
  const listeners = new Set<() => void>();
  const onPage = new Map<string, number>();
  let defaults = initial;
  let isTouched = false;
  let state = untouched(initial);

  function change(part: Partial<FormState<Values>>): void {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
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
    /** Resets to the default values, or to the given ones. */
    reset(values = defaults): void {
      isTouched = false;
      change(untouched(values));
    },
    /** The edited values, or null if nothing was edited. */
    typed: () => (isTouched ? state.values : null),
    /** Restores values that were typed earlier. */
    restore(values: Partial<Values>): void {
      isTouched = true;
      change({ values: { ...state.values, ...values } });
    },
    /** Changes the default values. Also sets the values if nothing was edited. */
    follow(values: Values): void {
      const isSame = JSON.stringify(values) === JSON.stringify(defaults);
      defaults = values;
      if (!isSame && !isTouched) change({ values });
    },
  };
}

function untouched<Values>(values: Values): FormState<Values> {
  return { values, isSubmitting: false, errors: {}, failure: null };
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
