import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { ApiDocument, JsonSchema } from "@hearth/domain/api-document";

/** Checks a value against a schema of the API description. Returns the problem, or null. */
export type SchemaCheck = (schema: JsonSchema, value: unknown) => string | null;

/** Checks values against the schemas of a description, with a validator independent of how they were made. */
export function createSchemaCheck({ components }: ApiDocument): SchemaCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  const compiled = new Map<string, ReturnType<typeof ajv.compile>>();
  return (schema, value) => {
    const name = JSON.stringify(schema);
    const validate = compiled.get(name) ?? ajv.compile({ ...schema, components });
    compiled.set(name, validate);
    return validate(value) ? null : ajv.errorsText(validate.errors);
  };
}
