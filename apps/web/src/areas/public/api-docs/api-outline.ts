import type { ApiDocument, ApiOperation, JsonSchema } from "@hearth/domain/api-document";

export interface Call {
  method: string;
  path: string;
  operation: ApiOperation;
}

/** The calls with one tag. */
export interface CallGroup {
  name: string;
  description: string;
  calls: Call[];
}

/** A section of the guide: heading, anchor and text in Markdown. */
export interface GuideSection {
  id: string;
  title: string;
  text: string;
}

/** Groups the calls by tag. Keeps those whose method, path, summary, fields or codes contain every word of the query. */
export function groupCalls({ tags, paths }: ApiDocument, query: string): CallGroup[] {
  const searchWords = query.toLowerCase().split(/\s+/).filter(Boolean);
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const found = calls.filter((call) => searchWords.every((word) => searchTextOf(call).includes(word)));
  const groups = tags.map(({ name, description }) => ({
    name,
    description,
    calls: found.filter(({ operation }) => operation.tags[0] === name),
  }));
  return groups.filter((group) => group.calls.length > 0);
}

function searchTextOf({ method, path, operation }: Call): string {
  const fields = Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) => Object.keys(schema.properties ?? {}));
  const codes = Object.values(operation.responses).map(({ description }) => description);
  const names = operation.parameters.map(({ name }) => name);
  return [method, path, operation.summary, operation.description, ...names, ...fields, ...codes].join(" ").toLowerCase();
}

export function countCalls(groups: CallGroup[]): number {
  return groups.reduce((sum, { calls }) => sum + calls.length, 0);
}

/** Splits the guide's Markdown into its introduction and its sections. */
export function splitGuide(markdown: string): { opening: string; sections: GuideSection[] } {
  const [opening = "", ...rest] = markdown.split(/^## /m);
  const sections = rest.map((part) => {
    const [title = "", ...lines] = part.split("\n");
    return { id: anchorOf(title), title, text: lines.join("\n") };
  });
  return { opening, sections };
}

/** Converts a heading to an anchor: `signing-in`. */
export function anchorOf(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
}

/** Name of the model that a schema refers to, directly or as an array's items. */
export function modelOf({ $ref, items }: JsonSchema): string | null {
  const ref = $ref ?? items?.$ref;
  return ref === undefined ? null : ref.slice(ref.lastIndexOf("/") + 1);
}

/** Describes the type of a value: `string or null`, `array of Payment`. */
export function typeWords(schema: JsonSchema): string {
  const model = modelOf(schema);
  if (schema.items) return `array of ${model ?? typeWords(schema.items)}`;
  if (model !== null) return model;
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeWords))].join(" or ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const types = [schema.type ?? []].flat();
  return (schema.format === "date-time" ? types.map((type) => (type === "string" ? "time" : type)) : types).join(" or ") || "anything";
}

/** Describes the limits of a value: its allowed values, range, length and default. */
export function limitWords({ enum: values, default: fallback, minimum, maximum, maxLength, maxItems }: JsonSchema): string[] {
  return [
    ...(values ? [values.map(String).join(", ")] : []),
    ...(minimum !== undefined && maximum !== undefined ? [`${minimum} to ${maximum}`] : []),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(maxItems === undefined ? [] : [`at most ${maxItems}`]),
    ...(fallback === undefined ? [] : [`${plainText(fallback)} when left out`]),
  ];
}

/** Formats a value as text, without quotes around strings. */
export function plainText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
