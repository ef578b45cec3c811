import { limits } from "@hearth/domain/limits";
import { exampleOf } from "./example.ts";
import { fieldWords } from "./field-guide.ts";
import { toJsonSchema } from "./json-schema.ts";
import { type InputPlace, probeInput } from "./probe-row.ts";
import { procedureSchemas } from "./procedure-schemas.ts";
import type { RestRow } from "../wire.ts";
import type { ApiMedia, ApiParameter, JsonSchema } from "@hearth/domain/api-document";

/** A row's request. */
export interface RequestDescription {
  parameters: ApiParameter[];
  /** The body by content type; null where nothing is sent. */
  body: { type: string; media: ApiMedia; required: boolean } | null;
}

const idempotencyKeyHeader: ApiParameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "A key that you generate for each operation. A repeat within 24 hours gets the first response again.",
  schema: { type: "string", pattern: "^[\\w.:-]{8,128}$" },
  example: "rent-2026-11-7f3a",
};
const timeZoneHeader: ApiParameter = {
  name: "X-Time-Zone",
  in: "header",
  required: false,
  description: "The time zone of days and hours, as an IANA name. Default: UTC.",
  schema: { type: "string" },
  example: "America/Chicago",
};
const parameterFirst = "The `timeZone` parameter takes precedence.";

interface Field {
  name: string;
  place: InputPlace;
  schema: JsonSchema;
  isRequired: boolean;
}

/** Describes a row's parameters and body from its procedure's input and the row's own mapping. */
export function describeRequest(row: RestRow): RequestDescription {
  const fields = listFields(row);
  const parameters = fields.filter(({ place }) => place.in !== "body").map(describeParameter);
  const hasZoneParameter = fields.some(({ place }) => place.in === "timeZone");
  if (hasZoneParameter) parameters.push({ ...timeZoneHeader, description: `${timeZoneHeader.description} ${parameterFirst}` });
  else if (row.followsZone) parameters.push(timeZoneHeader);
  if (row.repeatable) parameters.push(idempotencyKeyHeader);
  return { parameters, body: row.method === "GET" ? null : describeBody(row, fields) };
}

function listFields(row: RestRow): Field[] {
  const { input } = procedureSchemas(row.procedure);
  const { properties = {}, required = [] } = input ? toJsonSchema(input, "input") : {};
  const places = probeInput(row, Object.keys(properties));
  return Object.entries(properties).flatMap(([name, schema]) => {
    const place = places.get(name);
    return place ? [{ name, place, schema, isRequired: required.includes(name) }] : [];
  });
}

function describeParameter({ name, place, schema: { description, ...schema }, isRequired }: Field): ApiParameter {
  const isPath = place.in === "path";
  const text = description ?? fieldWords(name);
  return {
    name: place.name,
    in: isPath ? "path" : "query",
    required: isPath || isRequired,
    ...(text !== undefined && { description: text }),
    schema,
    ...(name !== "cursor" && { example: exampleOf(schema, {}, name) }),
  };
}

function describeBody(row: RestRow, fields: Field[]): RequestDescription["body"] {
  const sent = fields.filter(({ place }) => place.in === "body");
  if (sent.length === 0 && row.takes === "json") return null;
  const files: JsonSchema = {
    type: "array",
    items: { type: "string", contentMediaType: "application/octet-stream" },
    maxItems: limits.disputeDocumentMaxCount,
    description: "PDF, JPG, PNG, DOC or DOCX, at most 5 MB each.",
  };
  const fieldsOnly = Object.fromEntries(sent.map(({ place, schema }) => [place.name, schema]));
  const properties = { ...fieldsOnly, ...(row.takes === "form" && { documents: files }) };
  const required = sent.filter(({ isRequired }) => isRequired).map(({ place }) => place.name);
  const schema: JsonSchema = { type: "object", properties, ...(required.length > 0 && { required }), additionalProperties: false };
  const media: ApiMedia = { schema, example: exampleBody({ ...schema, properties: fieldsOnly }) };
  return { type: row.takes === "form" ? "multipart/form-data" : "application/json", media, required: required.length > 0 };
}

/**
 * Builds an example body. Leaves out fields that are better sent in a header. Leaves out values that an example cannot know: a record's
 * version, what was seen of it, a one-time code.
 */
function exampleBody(schema: JsonSchema): unknown {
  const { idempotencyKey: _, updatedAt: __, code: ___, seen: ____, ...properties } = schema.properties ?? {};
  return exampleOf({ ...schema, properties }, {});
}
