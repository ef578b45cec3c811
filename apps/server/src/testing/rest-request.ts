import { probeInput } from "../rest/openapi/probe-row.ts";
import type { RestRow } from "../rest/wire.ts";
import { formType, writeForm } from "./dispute-fixture.ts";

/** A request to the REST interface. */
export interface RestRequest {
  method: RestRow["method"] | "HEAD";
  url: string;
  query: Record<string, string | string[]>;
  headers: Record<string, string>;
  payload?: Buffer | object | string;
}

/** Writes a value as text, also an object whose own `toString` cannot be called. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(",");
  return (typeof value === "string" ? value : String(JSON.stringify(value))).toWellFormed();
}

/** Builds the request by which a row passes an input to its procedure. Each field is put in the path, the query or the body, as the row defines. */
export function restRequest(row: RestRow, input: unknown): RestRequest {
  const fields: [name: string, value: unknown][] = Object.entries(Object(input));
  const places = probeInput(
    row,
    fields.map(([name]) => name),
  );
  const within = (...kinds: string[]) =>
    fields.flatMap(([name, value]): [string, unknown][] => {
      const place = places.get(name);
      return place && kinds.includes(place.in) ? [[place.name, value]] : [];
    });
  const path = Object.fromEntries(within("path"));
  const url = row.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(textOf(path[name])));
  const query = Object.fromEntries(within("query", "timeZone").map(([name, value]) => [name, textOf(value)]));
  const body = Object.fromEntries(within("body"));
  const request = { method: row.method, url, query, headers: {} };
  if (row.method === "GET" || (Object.keys(body).length === 0 && row.takes === "json")) return request;
  if (row.takes === "json") return { ...request, payload: body };
  const texts = Object.entries(body).map(([name, value]): [string, string] => [name, textOf(value)]);
  return { ...request, headers: { "content-type": formType }, payload: writeForm(Object.fromEntries(texts), []) };
}
