import { z } from "zod";
import type { RestRow } from "../wire.ts";
import { type Components, exampleOf } from "./example.ts";
import { toJsonSchema } from "./json-schema.ts";
import { type AnswerPlan, probeAnswer } from "./probe-row.ts";
import { procedureSchemas } from "./procedure-schemas.ts";
import type { ApiResponse, JsonSchema } from "@hearth/domain/api-document";

/** A row's successful response. */
export interface AnswerDescription {
  status: number;
  response: ApiResponse;
}

const headerWords: Record<string, string> = {
  "X-Next-Cursor": "The `cursor` of the next page. Absent on the last page.",
  "content-disposition": "The name of the file.",
};

/** Describes a row's response from its procedure's output and the row's own mapping. */
export function describeAnswer(row: RestRow, components: Components): AnswerDescription {
  const { output } = procedureSchemas(row.procedure);
  const names = output instanceof z.ZodObject ? Object.keys(output.shape) : [];
  const { status, headers, body } = probeAnswer(row, names);
  const documented = headers.filter((name) => Object.hasOwn(headerWords, name));
  const described = documented.map((name) => [name, { description: headerWords[name], schema: { type: "string" } }]);
  return {
    status,
    response: {
      description: row.summary,
      ...(described.length > 0 && { headers: Object.fromEntries(described) }),
      content: describeContent(body, output, components),
    },
  };
}

function describeContent(body: AnswerPlan["body"], output: z.ZodType, components: Components): NonNullable<ApiResponse["content"]> {
  if ("file" in body) return { [body.file]: { schema: { type: "string", contentMediaType: "application/octet-stream" } } };
  const schema = describeSchema(body, output);
  return { "application/json": { schema, example: exampleOf(schema, components) } };
}

function describeSchema(body: Exclude<AnswerPlan["body"], { file: string }>, output: z.ZodType): JsonSchema {
  if ("whole" in body) return toJsonSchema(output, "output");
  if ("part" in body) return partOf(output, body.part);
  const properties = Object.entries(body.parts).map(([name, part]): [string, JsonSchema] => [
    name,
    part === null ? toJsonSchema(output, "output") : partOf(output, part),
  ]);
  return { type: "object", properties: Object.fromEntries(properties), required: Object.keys(body.parts), additionalProperties: false };
}

function partOf(output: z.ZodType, name: string): JsonSchema {
  const part: unknown = output instanceof z.ZodObject ? output.shape[name] : undefined;
  return part instanceof z.ZodType ? toJsonSchema(part, "output") : {};
}
