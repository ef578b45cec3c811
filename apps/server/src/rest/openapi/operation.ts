import { policyOf } from "../../trpc/procedure-meta.ts";
import type { RestRow } from "../wire.ts";
import { tagOf } from "./tags.ts";
import { type AnswerDescription, describeAnswer } from "./answer.ts";
import type { Components } from "./example.ts";
import { describeRefusals, refusalsOf } from "./refusals.ts";
import { describeRequest, type RequestDescription } from "./request.ts";
import type { ApiMedia, ApiOperation, ApiParameter, ApiResponse, JsonSchema, TokenKind } from "@hearth/domain/api-document";

/** Describes one method of a path, merging the requests and answers of its alternatives. */
export function describeOperation(alternatives: readonly [RestRow, ...RestRow[]], components: Components): ApiOperation {
  const [{ method, path, summary }, ...others] = alternatives;
  const requests = alternatives.map(describeRequest);
  const answers = alternatives.map((row) => describeAnswer(row, components));
  const body = mergeBodies(requests);
  return {
    operationId: [method.toLowerCase(), ...path.split("/").slice(2)].join("-").replace(/[{}]/g, ""),
    tags: [tagOf(path).name],
    summary,
    ...(others.length > 0 && { description: others.map((other) => `Or: ${other.summary}.`).join(" ") }),
    security: securityOf(alternatives),
    parameters: mergeParameters(requests),
    ...(body && { requestBody: body }),
    responses: { ...mergeAnswers(answers), ...describeRefusals([...new Set(alternatives.flatMap(refusalsOf))]) },
  };
}

function securityOf(alternatives: readonly RestRow[]): ApiOperation["security"] {
  const policies = alternatives.map(({ procedure }) => policyOf(procedure));
  if (policies.includes("public")) return [];
  const kinds = new Set(policies.map((policy): TokenKind => (policy === "admin" ? "adminToken" : "authToken")));
  return [...kinds].map((kind) => ({ [kind]: [] }));
}

function mergeParameters(requests: RequestDescription[]): ApiParameter[] {
  const byName = new Map(
    requests.flatMap(({ parameters }) => parameters).map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]),
  );
  return [...byName.values()];
}

function mergeBodies(requests: RequestDescription[]): ApiOperation["requestBody"] {
  const bodies = requests.flatMap(({ body }) => body ?? []);
  if (bodies.length === 0) return undefined;
  const content: Record<string, ApiMedia> = {};
  for (const { type, media } of bodies) content[type] = mergeMedia(content[type], media);
  return { required: bodies.length === requests.length && bodies.every(({ required }) => required), content };
}

function mergeAnswers(answers: AnswerDescription[]): Record<string, ApiResponse> {
  const merged: Record<string, ApiResponse> = {};
  for (const { status, response } of answers) {
    const earlier = merged[String(status)];
    const content = { ...earlier?.content };
    for (const [type, media] of Object.entries(response.content ?? {})) content[type] = mergeMedia(content[type], media);
    merged[String(status)] = { ...response, ...earlier, content };
  }
  return merged;
}

/** Merges two media types: equal schemas into one, different ones into `anyOf`. */
function mergeMedia(earlier: ApiMedia | undefined, media: ApiMedia): ApiMedia {
  if (!earlier || JSON.stringify(earlier.schema) === JSON.stringify(media.schema)) return media;
  const either: JsonSchema[] = [...(earlier.schema.anyOf ?? [earlier.schema]), media.schema];
  return { ...earlier, schema: { anyOf: either } };
}
