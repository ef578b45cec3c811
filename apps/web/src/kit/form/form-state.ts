/** Why a form was not taken: what stands above its fields. */
export interface Failure {
  title: string;
  detail?: string;
}

/** A form at one moment. */
export interface FormState<Values> {
  readonly values: Values;
  readonly isSubmitting: boolean;
  /** What is wrong with single fields, by their names: `email`, or `others[0].email` for a part of an item of a list. */
  readonly errors: Errors;
  readonly failure: Failure | null;
}

type Errors = Readonly<Record<string, string | undefined>>;

/** What a schema says is wrong with a value, and where. */
export interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** Holds a form: its values, what is wrong with them, and whether it is being sent. Whoever draws a part of it is told of each change. */
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
    /** Counts a field as one that stands on the page, until what is returned is called. */
    stand(name: string): () => void {
      onPage.set(name, (onPage.get(name) ?? 0) + 1);
      return () => onPage.set(name, (onPage.get(name) ?? 0) - 1);
    },
    /** Takes what was entered: the field loses its message, and the form what stood above it. */
    edit<Name extends keyof Values & string>(name: Name, value: Values[Name]): void {
      isTouched = true;
      change({ values: { ...state.values, [name]: value }, errors: without(state.errors, name), failure: null });
    },
    /** Takes what was entered for one part of an item of a list. */
    editItem(name: keyof Values & string, place: number, part: string, value: unknown): void {
      isTouched = true;
      const items = itemsOf(state.values[name]).map((item, index) => (index === place ? { ...item, [part]: value } : item));
      const errors = without(state.errors, itemName(name, place, part));
      change({ values: { ...state.values, [name]: items }, errors, failure: null });
    },
    /**
     * Takes what a schema says of the values, in place of what was said before.
     *
     * @returns the first sentence about a value that has no field on the page, so that no field can say it.
     */
    judge(issues: readonly Issue[]): string | undefined {
      isTouched = true;
      const errors: Record<string, string> = {};
      for (const { message, path = [] } of issues) errors[nameOf(path)] ??= message;
      change({ errors, failure: null });
      return Object.keys(errors).flatMap((name) => (onPage.get(name) ? [] : (errors[name] ?? [])))[0];
    },
    /** Back to what it began with, or to the given values. */
    reset(values = defaults): void {
      isTouched = false;
      change(untouched(values));
    },
    /** What was entered; null where nobody has touched the form. */
    typed: () => (isTouched ? state.values : null),
    /** Takes back what was entered into a form like it before. */
    restore(values: Partial<Values>): void {
      isTouched = true;
      change({ values: { ...state.values, ...values } });
    },
    /** Begins with other values from now on; they are taken at once where nobody has touched the form yet. */
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

/** The errors but for those of a field, or of a list and all that is in it. */
function without(errors: Errors, name: string): Errors {
  return Object.fromEntries(Object.entries(errors).filter(([key]) => key !== name && !key.startsWith(`${name}[`)));
}

/** The items of a list of a form; none where the value is no list. */
export function itemsOf(value: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(value) ? value : [];
}

/** What one part of an item of a list is called. */
export function itemName(name: string, place: number, part: string): string {
  return `${name}[${place}].${part}`;
}

function nameOf(path: NonNullable<Issue["path"]>): string {
  return path
    .map((step) => (typeof step === "object" ? step.key : step))
    .reduce<string>((name, key) => (typeof key === "number" ? `${name}[${key}]` : `${name}${name && "."}${String(key)}`), "");
}
