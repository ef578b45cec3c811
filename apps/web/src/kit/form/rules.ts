import type { z } from "zod";

/** What a form asks at each press: a schema, or `fetchedRules`. */
export type Rules<Output, Input> = Pick<z.ZodType<Output, Input>, "~standard">;

interface FetchedRules<Output, Input> extends Rules<Output, Input> {
  isHere: () => boolean;
  /** Fetches them once. @throws where the network does not give them; the next call tries again. */
  fetch: () => Promise<void>;
}

/**
 * The rules of a form that stands on a page many people open first: the schemas and their library are fetched when somebody touches the form,
 * so that they are no part of what has to arrive before it can be seen. They are the same rules that the server asks.
 */
export function fetchedRules<Output, Input>(load: () => Promise<Rules<Output, Input>>): FetchedRules<Output, Input> {
  let loaded: Rules<Output, Input> | null = null;
  return {
    get "~standard"() {
      if (!loaded) throw new Error("A form was sent before its rules were there");
      return loaded["~standard"];
    },
    isHere: () => loaded !== null,
    fetch: async () => void (loaded ??= await load()),
  };
}

/** What is still to be fetched before these rules can be asked: a promise, or null where they are there. */
export function fetchRules(rules: unknown): Promise<void> | null {
  return isFetched(rules) && !rules.isHere() ? rules.fetch() : null;
}

function isFetched(rules: unknown): rules is Pick<FetchedRules<unknown, unknown>, "isHere" | "fetch"> {
  return typeof rules === "object" && rules !== null && "isHere" in rules && "fetch" in rules;
}
