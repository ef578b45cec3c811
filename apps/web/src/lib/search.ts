import { isDateFilter } from "@hearth/domain/date-filter";

/** Reads one value of an address; undefined where it is not what it should be. */
type Reader<Value> = (value: unknown) => Value | undefined;

/** What an address holds, by its readers. */
export type SearchOf<Read extends (search: Record<string, unknown>) => object> = ReturnType<Read>;

/**
 * Reads the part of an address behind its question mark, for a route's `validateSearch`. Anybody can write an address: what cannot be read
 * is left out, and nothing fails. The routes stand in the first script of every page, so this does without the schemas of forms.
 */
export function searchOf<Readers extends Record<string, Reader<unknown>>>(readers: Readers) {
  type Search = { [Name in keyof Readers]?: ReturnType<Readers[Name]> };
  return (search: Record<string, unknown>): Search => {
    const read: Search = {};
    for (const name in readers) {
      const value = Object.hasOwn(search, name) ? readers[name]?.(search[name]) : undefined;
      if (value !== undefined) Object.assign(read, { [name]: value });
    }
    return read;
  };
}

/** A text of at most so many characters. */
export function text(maxLength = Number.POSITIVE_INFINITY): Reader<string> {
  return (value) => (typeof value === "string" && value.length <= maxLength ? value : undefined);
}

/** Words to look for; a number that somebody looks for stands in the address as a number. */
export function words(maxLength: number): Reader<string> {
  return (value) => text(maxLength)(typeof value === "number" ? String(value) : value);
}

/** A text of that shape; what looks like a number stands in the address as a number. */
export function matching(shape: RegExp): Reader<string> {
  return (value) => (shape.test(String(value)) ? String(value) : undefined);
}

/** One of these values. */
export function oneOf<const Value>(values: readonly Value[]): Reader<Value> {
  return (value) => values.find((one) => one === value);
}

export const yesOrNo: Reader<boolean> = (value) => (typeof value === "boolean" ? value : undefined);

export const positiveNumber: Reader<number> = (value) =>
  typeof value === "number" && Number.isFinite(value) && value > 0 ? value : undefined;

/** One end of a date filter, as the server takes it. */
export const day: Reader<string> = (value) => (typeof value === "string" && isDateFilter(value) ? value : undefined);

/** A day that somebody may have emptied on purpose. */
export const emptiedDay: Reader<string> = (value) => (value === "" ? value : day(value));
