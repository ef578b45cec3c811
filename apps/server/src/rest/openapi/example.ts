import { exampleIds, exampleMoment, fieldExample } from "./field-guide.ts";
import type { JsonSchema } from "@hearth/domain/api-document";

/** The targets of references. */
export type Components = Record<string, JsonSchema>;

/** Builds an example value for a schema; `name` is the field's name, or the model's for a whole answer. */
export function exampleOf(schema: JsonSchema, components: Components, name = ""): unknown {
  if (schema.$ref !== undefined) {
    const model = schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
    return exampleOf(components[model] ?? {}, components, kindOf(name) === null ? model : name);
  }
  if (schema.properties) return exampleObject(schema.properties, components, name);
  if (schema.items) return [exampleOf(schema.items, components, name)];
  if (schema.const !== undefined) return schema.const;
  const known = fieldExample(name) ?? (name.endsWith("Id") ? exampleIds[kindOf(name) ?? ""] : undefined);
  if (known !== undefined && couldBe(schema, known)) return known;
  if (schema.enum) return schema.enum[0];
  const [first] = (schema.anyOf ?? []).filter(({ type, const: only }) => type !== "null" && only !== "");
  return first ? exampleOf(first, components, name) : plainValue(schema);
}

/** Builds an example object; its own id is of the kind that the object's name implies. */
function exampleObject(properties: Record<string, JsonSchema>, components: Components, owner: string): Record<string, unknown> {
  const fields = Object.entries(properties).map(([name, field]): [string, unknown] => {
    const id = name === "_id" || name === "id" ? exampleIds[kindOf(owner) ?? ""] : undefined;
    return [name, id ?? exampleOf(field, components, name)];
  });
  return Object.fromEntries(fields);
}

/** True where the schema accepts a value of this kind: a field's name may have another meaning elsewhere. */
function couldBe({ type, anyOf = [], enum: values }: JsonSchema, value: unknown): boolean {
  if (values) return values.includes(value);
  const types = [type].flat();
  if (
    value === null ? types.includes("null") : types.some((type) => type === typeof value || (type === "integer" && Number.isInteger(value)))
  ) {
    return true;
  }
  return anyOf.some((option) => couldBe(option, value));
}

const kinds: [pattern: RegExp, kind: string][] = [
  [/document/i, "document"],
  [/comment/i, "comment"],
  [/dispute/i, "dispute"],
  [/refund/i, "refund"],
  [/transfer/i, "transfer"],
  [/payment|transaction/i, "payment"],
  [/merchant|business/i, "merchant"],
  [/user|owner|login/i, "user"],
];

function kindOf(name: string): string | null {
  return kinds.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

function plainValue({ type, format, minimum }: JsonSchema): unknown {
  const types = [type].flat();
  if (format === "date-time") return exampleMoment;
  if (types.includes("boolean")) return true;
  if (types.includes("integer") || types.includes("number")) return minimum ?? 3;
  return types.includes("string") && !types.includes("null") ? "text" : null;
}
