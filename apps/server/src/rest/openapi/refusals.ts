import { type ErrorCode, errorCodes, errorMessage, errorStatus } from "@hearth/domain/errors";
import { policyOf, refusalsOfRules } from "../../trpc/procedure-meta.ts";
import type { RestRow } from "../wire.ts";
import { pathNames } from "./probe-row.ts";
import type { ApiError, ApiResponse, JsonSchema } from "@hearth/domain/api-document";

/** The body of every failure. */
export const errorSchema: JsonSchema = {
  type: "object",
  properties: {
    message: { type: "string", description: "A sentence for people." },
    code: { type: "string", enum: errorCodes, description: "An identifier for programs. It never changes." },
    errors: { type: "object", description: "For a validation error: a message for each invalid field." },
    requestId: { type: "string", description: "Only for unexpected errors. Include it when you ask for help." },
  },
  required: ["message", "code"],
  additionalProperties: false,
};

/** Lists the error catalogue, by status. */
export function listErrors(): ApiError[] {
  const errors = errorCodes.map((code) => ({ code, status: errorStatus(code), message: errorMessage(code) }));
  return errors.toSorted((left, right) => left.status - right.status);
}

/** Lists every error code that a row can answer: from its method, path, body and policy, and its own. */
export function refusalsOf(row: RestRow): ErrorCode[] {
  const policy = policyOf(row.procedure);
  const codes: ErrorCode[] = ["VALIDATION", "RATE_LIMITED", "INTERNAL", "UNAVAILABLE", "OVERLOADED"];
  if (policy !== "public") codes.push("UNAUTHENTICATED");
  codes.push(...refusalsOfRules(row.procedure));
  if (policy === "merchant" || policy === "admin") codes.push("FORBIDDEN");
  if (pathNames(row.path).length > 0) codes.push("NOT_FOUND");
  if (row.method !== "GET") codes.push("PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE");
  if (row.takes === "form")
    codes.push("DOCUMENT_TOO_LARGE", "TOO_MANY_DOCUMENTS", "DOCUMENT_TYPE_REFUSED", "DOCUMENT_DANGEROUS", "DOCUMENTS_UNCHECKED");
  if (row.repeatable) codes.push("IDEMPOTENCY_KEY_REUSED");
  return [...new Set([...codes, ...row.refuses])];
}

/** Describes the failures of these codes by status, with an example for each code. */
export function describeRefusals(codes: ErrorCode[]): Record<string, ApiResponse> {
  const statuses = [...new Set(codes.map(errorStatus))].toSorted((left, right) => left - right);
  return Object.fromEntries(
    statuses.map((status) => [String(status), describeStatus(codes.filter((code) => errorStatus(code) === status))]),
  );
}

function describeStatus(codes: ErrorCode[]): ApiResponse {
  const examples = codes.map((code) => [code, { value: { message: errorMessage(code), code } }]);
  return {
    description: codes.join(", "),
    ...(codes.includes("RATE_LIMITED") && {
      headers: { "Retry-After": { description: "The number of seconds to wait before retrying.", schema: { type: "string" } } },
    }),
    content: { "application/json": { schema: { $ref: "#/components/schemas/Error" }, examples: Object.fromEntries(examples) } },
  };
}
