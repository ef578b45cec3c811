import type { z } from "zod";

/** Validation of a form: a schema, or `lazySchema`. */
export type Rules<Output, Input> = Pick<z.ZodType<Output, Input>, "~standard">;

interface FetchedRules<Output, Input> extends Rules<Output, Input> {
  isHere: () => boolean;
  /** Loads the schema once. @throws if the network fails; the next call retries. */
  fetch: () => Promise<void>;
}

/**
 * Validation rules that are loaded when the form gets the focus, for pages that many visitors open first.
 * Keeps the schemas and their library out of the initial load. The server uses the same schemas.
 */
export function lazySchema<Output, Input>(load: () => Promise<Rules<Output, Input>>): FetchedRules<Output, Input> {
  let loaded: Rules<Output, Input> | null = null;
  return {
    get "~standard"() {
      if (!loaded) throw new Error("A form was submitted before its schema was loaded");
      return loaded["~standard"];
    },
    isHere: () => loaded !== null,
    fetch: async () => void (loaded ??= await load()),
  };
}

/** Returns a promise if the rules must be loaded first, otherwise null. */
export function loadSchema(rules: unknown): Promise<void> | null {
  return isFetched(rules) && !rules.isHere() ? rules.fetch() : null;
}

function isFetched(rules: unknown): rules is Pick<FetchedRules<unknown, unknown>, "isHere" | "fetch"> {
  return typeof rules === "object" && rules !== null && "isHere" in rules && "fetch" in rules;
}
