import { isDateFilter } from "@hearth/domain/date-filter";

/** Parses a search parameter. Returns undefined if it is invalid. */
type Reader<Value> = (value: unknown) => Value | undefined;

/** Type of the parameters that a reader returns. */
export type SearchOf<Read extends (search: Record<string, unknown>) => object> = ReturnType<Read>;

/**
 * Builds a reader of search parameters for a route's `validateSearch`. Ignores invalid parameters instead of failing, because anybody can
 * write a URL.
 * Does not use schemas, because routes are in the first script of every page.
 */
export function searchOf<Readers extends Record<string, Reader<unknown>>>(readers: Readers) {
  type Search = { [Name in keyof Readers]?: ReturnType<Readers[Name]> };
  return (search: Record<string, unknown>): Search => {
    const read: Search = {};
    for (const name in readers) {
      // Undefined for an invalid parameter: the router merges the result into the search as it is in the URL.
      if (Object.hasOwn(search, name)) Object.assign(read, { [name]: readers[name]?.(search[name]) });
    }
    return read;
  };
}

export function text(maxLength = Number.POSITIVE_INFINITY): Reader<string> {
  return (value) => (typeof value === "string" && value.length <= maxLength ? value : undefined);
}

/** Search text. The router parses a typed number as a number. */
export function textUpTo(maxLength: number): Reader<string> {
  return (value) => text(maxLength)(typeof value === "number" ? String(value) : value);
}

/** A text that matches a pattern. The router may have parsed it as a number. */
export function matching(shape: RegExp): Reader<string> {
  return (value) => (shape.test(String(value)) ? String(value) : undefined);
}

export function oneOf<const Value>(values: readonly Value[]): Reader<Value> {
  return (value) => values.find((known) => known === value);
}

export const yesOrNo: Reader<boolean> = (value) => (typeof value === "boolean" ? value : undefined);

export const positiveNumber: Reader<number> = (value) =>
  typeof value === "number" && Number.isFinite(value) && value > 0 ? value : undefined;

/** A date of a filter, in the API's format. */
export const day: Reader<string> = (value) => (typeof value === "string" && isDateFilter(value) ? value : undefined);

/** A date, or an empty string if the user cleared it. */
export const emptiedDay: Reader<string> = (value) => (value === "" ? value : day(value));
