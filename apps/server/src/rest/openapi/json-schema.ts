import { z } from "zod";
import { fieldWords } from "./field-guide.ts";
import { modelName } from "./models.ts";
import type { JsonSchema } from "@hearth/domain/api-document";

/** Converts a Zod schema to JSON Schema, for an input or an output. A model becomes a reference to its component. */
export function toJsonSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const name = modelName(schema);
  return name === null ? write(schema, io) : { $ref: `#/components/schemas/${name}` };
}

/** Converts a model's own schema for the components; other models in it become references. */
export function modelSchema(schema: z.ZodType): JsonSchema {
  return write(schema, "output");
}

function write(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const schemaOutput = z.toJSONSchema(schema, {
    io,
    override: ({ zodSchema, jsonSchema, path }) => {
      const name = path.length > 0 && zodSchema instanceof z.ZodType ? modelName(zodSchema) : null;
      if (name !== null) replace(jsonSchema, { $ref: `#/components/schemas/${name}` });
      else tidy(jsonSchema);
    },
  });
  const { $schema: _, ...rest } = JSON.parse(JSON.stringify(schemaOutput));
  return withWords(rest);
}

function replace(target: object, by: object): void {
  for (const key of Object.keys(target)) Reflect.deleteProperty(target, key);
  Object.assign(target, by);
}

/** Removes bounds that only say "a JavaScript number", and patterns that repeat the format. */
function tidy(schema: { format?: string; type?: unknown; pattern?: string; minimum?: number; maximum?: number }): void {
  if (schema.format === "date-time") delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/** Adds the field guide's descriptions to a schema's fields, at every level. */
function withWords(schema: JsonSchema): JsonSchema {
  const { properties, items, anyOf } = schema;
  const described = Object.entries(properties ?? {}).map(([name, field]): [string, JsonSchema] => {
    const description = field.description ?? fieldWords(name);
    return [name, { ...withWords(field), ...(description !== undefined && { description }) }];
  });
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(described) }),
    ...(items && { items: withWords(items) }),
    ...(anyOf && { anyOf: anyOf.map(withWords) }),
  };
}
